import { withoutRows } from '../../../model/simulate.js';
import { AppError } from '../../common/errors/app-error.js';
import { sha256, newId } from '../../common/crypto.js';
import type { Caller } from '../../common/identity/caller.js';
import { creatorOf, type Creator } from '../../common/identity/creator.js';
import type { OtherActor } from '../../platform/audit/audit.js';
import type { WorkflowVersion } from '../../platform/database/generated/client.js';
import { requireSpace } from '../../platform/database/organization-limits.js';
import { insert, type Sql } from '../../platform/database/sql.js';
import type { Workflow } from '../built-in-workflows.js';
import { entryOf } from '../case-study.parts.js';
import { versionParts } from '../published-versions.js';

/** Maximum versions of one workflow. Each may be as large as a request body. */
const versionLimit = 500;

/** The publisher and the owner of a version. */
export interface Publisher {
  /** Null for a public workflow. */
  organizationId: string | null;
  by: Caller | OtherActor;
}

type Existing = Pick<WorkflowVersion, 'id' | 'version' | 'definitionDigest' | 'createdAt' | 'deprecatedAt'> & Creator;

export interface PlacedVersion {
  row: WorkflowVersion;
  isNew: boolean;
}

/**
 * Inserts a version or returns the existing one. Only one of several concurrent calls inserts it. Throws {@link AppError}
 * `workflow_version_exists`, `workflow_version_too_low`, `workflow_id_taken`, `workflow_limit_reached`, `workflow_version_limit_reached`.
 */
export async function placeVersion(
  sql: Sql,
  workflow: Workflow,
  publisher: Publisher,
  now: Date,
): Promise<PlacedVersion> {
  const { organizationId, by } = publisher;
  const { workflow_id: workflowId, version } = workflow.definition;
  await lockVersions(sql, organizationId);
  const [latest] = await versionsOf(sql, workflowId, organizationId);
  const [same] = await versionsOf(sql, workflowId, organizationId, version);
  const named = { workflowId, organizationId, version, versionParts: versionParts(version), entry: {} };
  const row: WorkflowVersion = {
    ...{ ...named, id: newId(), definitionDigest: workflow.digest, builtIn: false, createdAt: now },
    ...{ ...creatorOf(by), deprecatedAt: null },
  };
  if (same) {
    const { definitionDigest } = same;
    if (definitionDigest === workflow.digest) return { row: { ...row, ...same }, isNew: false };
    throw new AppError('workflow_version_exists', { definition_digest: definitionDigest });
  }
  if (latest && isHigher(latest.version, version)) {
    throw new AppError('workflow_version_too_low', { latest_version: latest.version });
  }
  if (organizationId !== null) await requireRoom(sql, { workflowId, organizationId }, latest);
  return { row, isNew: true };
}

/**
 * Throws if the organization cannot publish another version. Before a definition is checked, which takes long; {@link placeVersion} decides.
 * Throws {@link AppError} `workflow_id_taken`, `workflow_limit_reached`, `workflow_version_limit_reached`.
 */
export async function requireVersionSpace(
  sql: Sql,
  { workflowId, version }: { workflowId: string; version: string },
  organizationId: string,
): Promise<void> {
  const [same] = await versionsOf(sql, workflowId, organizationId, version);
  const [latest] = await versionsOf(sql, workflowId, organizationId);
  // Publishing a definition again returns the existing version.
  if (!same) await requireRoom(sql, { workflowId, organizationId }, latest);
}

async function requireRoom(
  sql: Sql,
  { workflowId, organizationId }: { workflowId: string; organizationId: string },
  latest: Existing | undefined,
): Promise<void> {
  if (!latest || latest.deprecatedAt) await requireRoomForSlug(sql, { workflowId, organizationId });
  await refuseTooMany(sql, organizationId);
}

async function requireRoomForSlug(sql: Sql, slug: { workflowId: string; organizationId: string }): Promise<void> {
  await refuseTaken(sql, slug.workflowId);
  // Every question of the organization is compared with all its workflows.
  await requireSpace(sql, slug.organizationId, 'workflow_versions');
}

/** Only one of several concurrent calls for an owner continues. */
async function lockVersions(sql: Sql, organizationId: string | null): Promise<void> {
  const owner = organizationId ?? 'public';
  await sql.query('SELECT pg_advisory_xact_lock($1)', [sha256(`promote\n${owner}`).readBigInt64BE()]);
}

/** Undoes the last deprecation of a slug. Returns the number of versions, or undefined if there is no such workflow. */
export async function restoreVersions(
  sql: Sql,
  { workflowId, organizationId }: { workflowId: string; organizationId: string | null },
): Promise<number | undefined> {
  await lockVersions(sql, organizationId);
  const [latest] = await versionsOf(sql, workflowId, organizationId);
  if (!latest) return undefined;
  if (!latest.deprecatedAt) return 0;
  if (organizationId !== null) await requireRoomForSlug(sql, { workflowId, organizationId });
  const { rowCount } = await sql.query(
    `UPDATE workflow_versions SET deprecated_at = NULL
     WHERE workflow_id = $1 AND organization_id IS NOT DISTINCT FROM $2 AND deprecated_at = $3`,
    [workflowId, organizationId, latest.deprecatedAt],
  );
  return rowCount ?? 0;
}

export async function writeVersion(sql: Sql, row: WorkflowVersion, { definition, digest }: Workflow): Promise<void> {
  await sql.query('INSERT INTO workflow_definitions (digest, definition) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    digest,
    JSON.stringify(definition.population.sample ? withoutRows(definition).definition : definition),
  ]);
  await insert(sql, 'workflow_versions', {
    id: row.id,
    organization_id: row.organizationId,
    workflow_id: row.workflowId,
    version: row.version,
    version_parts: row.versionParts,
    definition_digest: digest,
    entry: JSON.stringify(entryOf(definition)),
    created_at: row.createdAt,
    created_by_key_id: row.createdByKeyId,
    created_by_user_id: row.createdByUserId,
  });
}

/** All versions, highest first, or only the given one. */
async function versionsOf(sql: Sql, workflowId: string, organizationId: string | null, version?: string) {
  const { rows } = await sql.query<Existing>(
    `SELECT id, version, definition_digest AS "definitionDigest", created_at AS "createdAt", deprecated_at AS "deprecatedAt",
       created_by_user_id AS "createdByUserId", created_by_key_id AS "createdByKeyId"
     FROM workflow_versions
     WHERE workflow_id = $1 AND organization_id IS NOT DISTINCT FROM $2 AND ($3::text IS NULL OR version = $3)
     ORDER BY version_parts DESC LIMIT 1`,
    [workflowId, organizationId, version],
  );
  return rows;
}

/** A private workflow cannot use the slug of a public one. */
async function refuseTaken(sql: Sql, workflowId: string): Promise<void> {
  const [publicVersion] = await versionsOf(sql, workflowId, null);
  if (publicVersion && !publicVersion.deprecatedAt) throw new AppError('workflow_id_taken');
}

async function refuseTooMany(sql: Sql, organizationId: string): Promise<void> {
  const { rows } = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM workflow_versions WHERE organization_id = $1',
    [organizationId],
  );
  if ((rows[0]?.count ?? 0) >= versionLimit) {
    throw new AppError('workflow_version_limit_reached', { version_limit: versionLimit });
  }
}

function isHigher(one: string, other: string): boolean {
  const [a, b] = [versionParts(one), versionParts(other)];
  const first = a.findIndex((part, k) => part !== b[k]);
  return first >= 0 && a[first]! > b[first]!;
}
