import { sha256 } from '../common/crypto.js';
import type { Tier } from '../common/identity/caller.js';
import { deleteDatasets } from '../datasets/store/delete-datasets.js';
import type { Sql } from '../platform/database/sql.js';

/** What identifies a person in the stores. */
export interface Person {
  /** In lowercase. */
  email: string;
  /** The account, and accounts of the address that were erased before. */
  userIds: readonly string[];
}

interface PersonalTable {
  name: string;
  /** SQL condition on the rows of a person. $1: email address, $2: user ids, $3: idempotency scope of the address. */
  condition: string;
  /** `erased`: the rows are deleted. `retained`: the rows contain only the id of the user, without the address and the name. */
  onErase: 'erased' | 'retained';
}

/**
 * The tables with rows of a person, in both tiers. `docs/operator/personal-data.md` lists them. A test searches all tables
 * of both databases for the address and the id of a user, so that a new table cannot be forgotten.
 */
export const personalTables: readonly PersonalTable[] = [
  { name: 'users', condition: 'email = $1', onErase: 'erased' },
  { name: 'magic_link_tokens', condition: 'email = $1', onErase: 'erased' },
  { name: 'invitations', condition: 'email = $1 OR invited_by::text = ANY($2::text[])', onErase: 'erased' },
  {
    name: 'idempotency_records',
    condition: `scope = $3 OR body->>'email' = $1 OR body->>'invited_by' = ANY($2::text[]) OR body->'created_by'->>'id' = ANY($2::text[])
      OR body->'record'->'created_by'->>'id' = ANY($2::text[])`,
    onErase: 'erased',
  },
  {
    name: 'outbox_messages',
    condition:
      'strpos(payload::text, $1) > 0 OR EXISTS (SELECT FROM unnest($2::text[]) id WHERE strpos(payload::text, id) > 0)',
    onErase: 'erased',
  },
  { name: 'audit_entries', condition: 'actor_id = ANY($2::text[]) OR subject = ANY($2::text[])', onErase: 'retained' },
  // The uploads of a user in sessions. They belong to the organization: see `deleteUploadsOf`.
  {
    name: 'datasets',
    condition: 'created_by_user_id::text = ANY($2::text[])',
    onErase: 'retained',
  },
  // The rows of these uploads that fits simulate. They are deleted with the dataset.
  {
    name: 'respondent_samples',
    condition: 'dataset_id IN (SELECT id FROM datasets WHERE created_by_user_id::text = ANY($2::text[]))',
    onErase: 'retained',
  },
  // Their bodies have the id of the user who created the run.
  {
    name: 'webhook_events',
    condition: 'simulation_id IN (SELECT id FROM simulations WHERE created_by_user_id::text = ANY($2::text[]))',
    onErase: 'retained',
  },
  ...[
    ...['simulations', 'api_keys', 'share_links', 'webhook_endpoints'],
    ...['populations', 'calibrations', 'workflow_versions'],
  ].map((name) => ({ name, condition: 'created_by_user_id::text = ANY($2::text[])', onErase: 'retained' as const })),
];

/** Pattern of columns that contain a hash, a key, results or content of the organization. Their values are not exported. */
const omittedColumn = 'hash|sealed|nonce|token|^entry$|^content$|^summary|^compressed_body$';

/** SQL of a row as JSON. The database omits the values: the results of all runs of a person can be gigabytes. */
const exportedRow = `(
  SELECT jsonb_object_agg(
    CASE WHEN key ~ $4 THEN 'has_' || key ELSE key END,
    CASE WHEN key ~ $4 THEN to_jsonb(value <> 'null') ELSE value END)
  FROM jsonb_each(to_jsonb(t)))`;

type Row = Record<string, unknown>;

/** All rows of a person in a database, by table. Each omitted value is replaced by whether it is set. */
export async function rowsOf(sql: Sql, person: Person): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const { name, condition } of personalTables) {
    const { rows } = await sql.query<{ row: Row }>({
      text: `SELECT ${exportedRow} AS row FROM ${name} t WHERE ${typed(condition)}`,
      values: [...valuesOf(person), omittedColumn],
    });
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Deletes the rows of a person in a database, except those that are retained. Returns their number by table. */
export async function deleteRowsOf(sql: Sql, person: Person): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const { name, condition } of personalTables.filter(({ onErase }) => onErase === 'erased')) {
    const text = `DELETE FROM ${name} WHERE ${typed(condition)}`;
    deleted[name] = (await sql.query({ text, values: valuesOf(person) })).rowCount ?? 0;
  }
  return deleted;
}

/**
 * Deletes what organizations uploaded, which can be personal data of third parties: datasets, the agents that are their rows, populations, and
 * their columns in responses that can be repeated.
 * Returns the deleted rows by table.
 */
export async function deleteUploadsOf(sql: Sql, organizationIds: readonly string[]): Promise<Record<string, number>> {
  let agents = 0;
  let deleted = 0;
  for (const id of organizationIds) {
    const { rows } = await sql.query<{ id: string }>('SELECT id FROM datasets WHERE organization_id::text = $1', [id]);
    const ids = rows.map((row) => row.id);
    const { contentKeys, results } = await deleteDatasets(sql, id, ids);
    deleted += contentKeys.length;
    agents += results;
  }
  const populations = {
    text: `DELETE FROM populations WHERE organization_id::text = ANY($1) AND details ->> 'origin' = 'imported'`,
    values: [organizationIds],
  };
  const responses = {
    text: `DELETE FROM idempotency_records WHERE scope = ANY($1) AND route = 'POST /v1/datasets'`,
    values: [organizationIds],
  };
  return {
    datasets: deleted,
    simulation_results: agents,
    populations: (await sql.query(populations)).rowCount ?? 0,
    idempotency_records: (await sql.query(responses)).rowCount ?? 0,
  };
}

/** Postgres needs the type of each parameter, also of those that the condition does not use. */
const typed = (condition: string) => `(${condition}) AND ($1::text, $2::text[], $3::text) IS NOT NULL`;

const valuesOf = ({ email, userIds }: Person) => [email, userIds, `email:${emailDigest(email)}`];

/** The digest of an address in the names of Redis keys and idempotency scopes. */
export const emailDigest = (email: string) => sha256(email).toString('hex');

export type RowsByTier = Record<Tier, Record<string, Row[]>>;
