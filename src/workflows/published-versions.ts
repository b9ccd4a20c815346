import type pg from 'pg';
import type { CaseStudyEntry } from './case-study.entry.js';

export interface PublishedVersion {
  workflowId: string;
  /** Null where it is everybody's. */
  organizationId: string | null;
  version: string;
  digest: string;
  builtIn: boolean;
  entry: CaseStudyEntry;
  createdAt: Date;
}

export interface PublishedQuery {
  organizationId: string;
  /** `slug version` of each workflow that the process came with: of those built in, the ones in force. */
  builtIn: readonly string[];
  /** Only slugs that come later in the alphabet. */
  after?: string | undefined;
  limit?: number | undefined;
  family?: string | undefined;
  domain?: string | undefined;
  /** Each of them must occur in slug, name, summary or domain. */
  words?: readonly string[] | undefined;
}

/** What an organization may run, by slug: of each the version that a create would run. */
export async function readPublishedVersions(sql: pg.Pool, query: PublishedQuery): Promise<PublishedVersion[]> {
  const { organizationId, builtIn, after = '', limit, family, domain, words = [] } = query;
  const { rows } = await sql.query<PublishedVersion>({
    name: 'published versions',
    text: statement,
    values: [organizationId, builtIn, after, limit, family, domain, words],
  });
  return rows;
}

/** Slugs compare as bytes: the order must be the same wherever a page ends. */
const statement = `
  SELECT * FROM (
    SELECT DISTINCT ON (workflow_id) workflow_id AS "workflowId", organization_id AS "organizationId", version,
      definition_digest AS digest, built_in AS "builtIn", entry, created_at AS "createdAt"
    FROM (
      SELECT DISTINCT ON (workflow_id, organization_id) * FROM workflow_versions
      WHERE (organization_id = $1 OR organization_id IS NULL)
        AND (NOT built_in OR concat_ws(' ', workflow_id, version) = ANY ($2::text[]))
        AND workflow_id COLLATE "C" > $3
      ORDER BY workflow_id, organization_id, version_parts DESC) latest
    WHERE deprecated_at IS NULL
    ORDER BY workflow_id, organization_id NULLS LAST) published
  WHERE ($5::text IS NULL OR entry ->> 'family' = $5)
    AND ($6::text IS NULL OR entry ->> 'domain' = $6)
    AND NOT EXISTS (
      SELECT FROM unnest($7::text[]) word
      WHERE strpos(
        lower(concat_ws(' ', "workflowId", entry ->> 'name', entry ->> 'summary', entry ->> 'domain')), lower(word)) = 0)
  ORDER BY "workflowId" COLLATE "C" LIMIT $4`;
