-- Rows of datasets that the agents of fits are. They are deleted with the dataset.
CREATE TABLE "respondent_samples" (
    "dataset_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "respondent_samples_pkey" PRIMARY KEY ("dataset_id", "digest")
);

CREATE INDEX "respondent_samples_organization_id_digest_idx" ON "respondent_samples"("organization_id", "digest");

ALTER TABLE "respondent_samples" ADD CONSTRAINT "respondent_samples_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "datasets"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "respondent_samples" ADD CONSTRAINT "respondent_samples_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
