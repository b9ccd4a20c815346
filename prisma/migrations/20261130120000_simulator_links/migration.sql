-- What visitors of a link can change: parameters, and origins that can embed the page. Null for a link to the report only.
ALTER TABLE "share_links" ADD COLUMN "simulator" JSONB;
