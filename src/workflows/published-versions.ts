import type pg from 'pg';
import type { CaseStudyEntry } from './case-study.parts.js';

export interface PublishedVersion {
  workflowId: string;
  organizationId: string | null;
  version: string;
  digest: string;
  builtIn: boolean;
  entry: CaseStudyEntry;
  createdAt: Date;
}

export interface PublishedQuery {
  organizationId: string;
  /** `slug version` of each built-in workflow of this process. Other built-in versions do not count. */
  builtIn: readonly string[];
  /** Only slugs after this one. */
  after?: string | undefined;
  limit?: number | undefined;
  family?: string | undefined;
  domain?: string | undefined;
  dataKind?: string | undefined;
  /** Only built-in workflows with these slugs. */
  builtInSlugs?: readonly string[] | undefined;
  words?: readonly string[] | undefined;
}

/** Reads the workflows that an organization can run, by slug, each with the version that a create would run. */
export async function readPublishedVersions(sql: pg.Pool, query: PublishedQuery): Promise<PublishedVersion[]> {
  const { organizationId, builtIn, after = '', limit, family, domain, dataKind, builtInSlugs, words = [] } = query;
  const { rows } = await sql.query<PublishedVersion>({
    name: 'published versions',
    text: statement,
    values: [organizationId, builtIn, after, limit, family, domain, words, dataKind, builtInSlugs],
  });
  return rows;
}

export type RoutableVersion = Pick<PublishedVersion, 'workflowId' | 'organizationId' | 'digest' | 'builtIn'>;

/**
 * Reads the same versions for the router, which needs them for each question: without entries, which are most of the bytes, and ordered by
 * digest as bytes, so that equal catalogs are recognized without sorting.
 */
export async function readRoutableVersions(
  sql: pg.Pool,
  { organizationId, builtIn }: Pick<PublishedQuery, 'organizationId' | 'builtIn'>,
): Promise<RoutableVersion[]> {
  const { rows } = await sql.query<RoutableVersion>({
    name: 'routable versions',
    text: routableStatement,
    values: [organizationId, builtIn],
  });
  return rows;
}

const routableStatement = `
  SELECT * FROM (
    SELECT DISTINCT ON (workflow_id) workflow_id AS "workflowId", organization_id AS "organizationId",
      definition_digest AS digest, built_in AS "builtIn"
    FROM (
      SELECT DISTINCT ON (workflow_id, organization_id)
        workflow_id, organization_id, definition_digest, built_in, deprecated_at
      FROM workflow_versions
      WHERE (organization_id = $1 OR organization_id IS NULL)
        AND (NOT built_in OR concat_ws(' ', workflow_id, version) = ANY ($2::text[]))
      ORDER BY workflow_id, organization_id, version_parts DESC) latest
    WHERE deprecated_at IS NULL
    ORDER BY workflow_id, organization_id NULLS LAST) published
  ORDER BY digest COLLATE "C"`;

/** Compare slugs as bytes, so that all pages use the same order. */
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
    AND ($8::text IS NULL OR entry -> 'evidence' ->> 'kind' = $8)
    AND ($9::text[] IS NULL OR ("builtIn" AND "workflowId" = ANY ($9)))
    AND NOT EXISTS (
      SELECT FROM unnest($7::text[]) word
      WHERE strpos(
        lower(concat_ws(' ', "workflowId", entry ->> 'name', entry ->> 'summary', entry ->> 'domain')), lower(word)) = 0)
  ORDER BY "workflowId" COLLATE "C" LIMIT $4`;

/** Parts of a version such as `1.10.0` as numbers, which sort correctly. */
export function versionParts(version: string): number[] {
  return version.split('.').map(Number);
}

/** Hexadecimal digits below 2^53. */
const digits = 13;

/** The seed of questions without one. Each version of a workflow has one, so that answers to different questions are comparable. */
export const defaultSeedOf = ({ digest }: { digest: string }): number => Number.parseInt(digest.slice(0, digits), 16);
