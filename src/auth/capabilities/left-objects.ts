import { tiers, type Tier } from '../../common/identity/caller.js';
import type { AuditAction } from '../../platform/audit/audit.js';
import type { Databases, Transaction } from '../../platform/database/databases.service.js';

interface LeftTable {
  /** Default: the name of the kind. */
  table?: string;
  /** SQL of a text by which an owner recognizes the object. */
  label: string;
  /** SQL condition on the objects that have not ended. */
  active?: string;
  /** SQL of the scopes that the object gives. Default: none. */
  scopes?: string;
  /** The event that ends it, and the statement. `ApiKeys` and `WebhookEndpoints` end the other kinds. */
  end?: { action: AuditAction; sql: string };
}

const reads = `ARRAY['simulations:read']`;

const content = (table: string, action: AuditAction): LeftTable => ({
  label: 'coalesce(name, id)',
  end: { action, sql: `DELETE FROM ${table}` },
});

/** Kinds of objects with a creator. Their names are those of `capabilities`. */
const kinds = {
  api_keys: { label: 'name', active: 'revoked_at IS NULL', scopes: 'scopes' },
  share_links: {
    label: 'run_id',
    scopes: reads,
    end: { action: 'share_link.revoked', sql: 'DELETE FROM share_links' },
  },
  webhook_endpoints: { label: 'url', scopes: reads },
  workflows: {
    table: 'workflow_versions',
    label: `workflow_id || ' ' || version`,
    active: 'deprecated_at IS NULL',
    end: { action: 'workflow.deprecated', sql: 'UPDATE workflow_versions SET deprecated_at = now()' },
  },
  datasets: content('datasets', 'dataset.deleted'),
  populations: content('populations', 'population.deleted'),
  calibrations: content('calibrations', 'calibration.deleted'),
} satisfies Record<string, LeftTable>;
export type LeftKind = keyof typeof kinds;
export const leftTables: Readonly<Record<LeftKind, LeftTable>> = kinds;
export const leftKinds = Object.keys(kinds) as LeftKind[];

/** An object that a user, or everyone in an organization, created. */
export interface LeftObject {
  kind: LeftKind;
  tier: Tier;
  id: string;
  label: string;
  scopes: readonly string[] | null;
}

const everything = leftKinds
  .map((kind) => {
    const { table = kind, label, active = 'TRUE', scopes = 'NULL::text[]' } = leftTables[kind];
    // Also what the keys of the user created, and the keys that these created.
    return `SELECT '${kind}' AS kind, id::text AS id, ${label} AS label, ${scopes} AS scopes, created_at FROM ${table}
      WHERE organization_id = $1::uuid AND ${active}
        AND ($2::uuid IS NULL OR created_by_user_id = $2::uuid OR created_by_key_id IN (SELECT id FROM keys))`;
  })
  .join(' UNION ALL ');

const statement = `
  WITH RECURSIVE keys AS (
    SELECT id FROM api_keys WHERE organization_id = $1::uuid AND created_by_user_id = $2::uuid
    UNION SELECT api_keys.id FROM api_keys JOIN keys ON api_keys.created_by_key_id = keys.id
    WHERE api_keys.organization_id = $1::uuid)
  SELECT kind, id, label, scopes FROM (${everything}) object ORDER BY created_at DESC, id DESC`;

interface LeftBy {
  organizationId: string;
  /** Null for everything in the organization. */
  userId: string | null;
}

/** The objects in one tier, newest first. */
export async function leftIn(tx: Transaction, tier: Tier, { organizationId, userId }: LeftBy): Promise<LeftObject[]> {
  const rows = await tx.$queryRawUnsafe<Omit<LeftObject, 'tier'>[]>(statement, organizationId, userId);
  return rows.map((row) => ({ ...row, tier }));
}

/** The objects in both tiers. */
export async function leftInBoth(databases: Databases, by: LeftBy): Promise<LeftObject[]> {
  return (await Promise.all(tiers.map((tier) => leftIn(databases.for(tier), tier, by)))).flat();
}

export async function endRows(
  tx: Transaction,
  organizationId: string,
  end: { sql: string },
  ids: readonly string[],
): Promise<void> {
  const text = `${end.sql} WHERE organization_id = $1::uuid AND id::text = ANY($2::text[])`;
  await tx.$executeRawUnsafe(text, organizationId, [...ids]);
}
