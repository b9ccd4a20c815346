import type pg from 'pg';

/** A slug requested by an organization, and the built-in version of that slug, if any. */
export interface VersionRequest {
  organizationId: string;
  workflowId: string;
  builtInVersion: string | undefined;
}

/** A version without its definition. */
export interface LatestVersion {
  /** Null for a public workflow. */
  organizationId: string | null;
  version: string;
  digest: string;
  builtIn: boolean;
  createdAt: Date;
  deprecatedAt: Date | null;
}

/**
 * Reads the highest version that each organization sees under a slug: its own published one, else the public one, else a deprecated
 * one. Uses one statement for all requests. Built-in versions of other releases do not count.
 */
export async function readLatestVersions(
  sql: pg.Pool,
  asked: readonly VersionRequest[],
): Promise<(LatestVersion | undefined)[]> {
  const { rows } = await sql.query<LatestVersion & { position: number }>({
    name: 'latest versions',
    text: statement,
    values: [
      asked.map(({ workflowId }) => workflowId),
      asked.map(({ organizationId }) => organizationId),
      asked.map(({ builtInVersion }) => builtInVersion ?? null),
    ],
  });
  const found = new Map(rows.map(({ position, ...latest }) => [position, latest]));
  return asked.map((_, index) => found.get(index + 1));
}

const statement = `
  SELECT asked.position::int, latest.*
  FROM unnest($1::text[], $2::uuid[], $3::text[]) WITH ORDINALITY
    AS asked (workflow_id, organization_id, built_in_version, position)
  CROSS JOIN LATERAL (
    SELECT "organizationId", version, digest, "builtIn", "createdAt", "deprecatedAt" FROM (
      SELECT DISTINCT ON (organization_id) organization_id AS "organizationId", version, definition_digest AS digest,
        built_in AS "builtIn", created_at AS "createdAt", deprecated_at AS "deprecatedAt"
      FROM workflow_versions own
      WHERE own.workflow_id = asked.workflow_id
        AND (own.organization_id = asked.organization_id OR own.organization_id IS NULL)
        AND (NOT own.built_in OR own.version = asked.built_in_version)
      ORDER BY organization_id, version_parts DESC) of_each
    ORDER BY "deprecatedAt" IS NOT NULL, "organizationId" NULLS LAST LIMIT 1) latest`;
