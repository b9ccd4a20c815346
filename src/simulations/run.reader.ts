import type { Simulation } from '../platform/database/generated/client.js';
import { jsonText } from '../common/http/json-text.js';
import { selectList, type Sql } from '../platform/database/sql.js';
import { kindOf } from './kinds/index.js';
import { runFields, type RunRow } from './run.row.js';
import { isGroup, type Child } from './run.kind.js';
import { byStatus, isFinished, type RunStatus } from './run.state.js';
import { readFigures } from './stored-summary.js';

/** The driver reads a bigint as text. */
type Row = Omit<Simulation, 'seed'> & { seed: string };

const allColumns = selectList(runFields);
const evaluations = `(CASE WHEN json_typeof(summary -> 'evaluations') = 'number' THEN summary ->> 'evaluations' END)::float8`;
const columnsWithText = `${selectList(runFields.filter((field) => field !== 'summary'))}, summary::text AS "summaryText", ${evaluations} AS evaluations`;

/** Reads runs of all organizations, without Prisma: the callers read one row for each change of a run. */
export async function readRuns(sql: Sql, ids: readonly string[]): Promise<RunRow[]> {
  const { rows } = await sql.query<Row>({
    name: 'read runs',
    text: `SELECT ${allColumns} FROM simulations WHERE id = ANY($1::text[])`,
    values: [ids],
  });
  return withChildren(sql, rows.map(toRow));
}

/**
 * Reads a run of an organization. Undefined if it does not exist or is deleted.
 *
 * @param asText whether the result is only part of a response: the row then has {@link RunRow.summaryText}, and `combined` is
 *   {@link jsonText}
 */
export async function findRun(
  sql: Sql,
  organizationId: string,
  id: string,
  asText = false,
): Promise<RunRow | undefined> {
  const columns = asText ? columnsWithText : allColumns;
  const { rows } = await sql.query<Row>({
    name: asText ? 'find run as text' : 'find run',
    text: `SELECT ${columns} FROM simulations WHERE id = $1 AND organization_id = $2 AND deleted_at IS NULL`,
    values: [id, organizationId],
  });
  const [found] = await withChildren(sql, rows.map(toRow), asText ? 'text' : 'whole');
  return found;
}

const toRow = (row: Row): RunRow => ({ ...row, summary: row.summary ?? null, seed: BigInt(row.seed) });

interface StateRow {
  parent_id: string;
  status: RunStatus;
  count: number;
  agents_done: number;
  failure_code: string | null;
  failure_message: string | null;
  first_start: Date | null;
  last_end: Date | null;
}

/** The simulations of a group belong to its organization. */
const stateQuery = `
  SELECT child.parent_id, child.status, count(*)::int AS count, sum(child.agents_done)::int AS agents_done,
         (array_agg(child.failure_code ORDER BY child.completed_at, child.parent_index))[1] AS failure_code,
         (array_agg(child.failure_message ORDER BY child.completed_at, child.parent_index))[1] AS failure_message,
         min(child.started_at) AS first_start, max(child.completed_at) AS last_end
  FROM simulations child JOIN simulations parent
    ON parent.id = child.parent_id AND parent.organization_id = child.organization_id
  WHERE child.parent_id = ANY($1) GROUP BY child.parent_id, child.status`;

/**
 * Adds the state of the simulations to groups: their status, progress and times follow from it. Other rows do not change.
 *
 * @param form of the results of groups in blocks. `listed`: without their long fields
 */
export async function withChildren(
  sql: Sql,
  rows: readonly RunRow[],
  form: 'whole' | 'listed' | 'text' = 'whole',
): Promise<RunRow[]> {
  const groups = rows.filter(({ childCount }) => childCount !== null);
  if (groups.length === 0) return [...rows];
  const values = [groups.map(({ id }) => id)];
  const { rows: states } = await sql.query<StateRow>({ name: 'group states', text: stateQuery, values });
  const withStates = rows.map((row) =>
    row.childCount === null
      ? row
      : withState(
          row,
          states.filter(({ parent_id: parent }) => parent === row.id),
        ),
  );
  return Promise.all((await withCombined(sql, withStates, form)).map((row) => withResult(sql, row)));
}

function withState(row: RunRow, states: readonly StateRow[]): RunRow {
  const { work } = kindOf(row);
  if (!isGroup(work)) throw new Error(`${row.kind} is no kind with simulations`);
  const children = byStatus((own) => states.find(({ status }) => status === own)?.count ?? 0);
  const status = work.statusOf(children, row.status === 'canceled', row.childCount ?? 0);
  const times = (read: (state: StateRow) => Date | null) => states.flatMap((state) => read(state)?.getTime() ?? []);
  const starts = times(({ first_start }) => first_start);
  const ends = times(({ last_end }) => last_end);
  const failed = work.inBlocks && status === 'failed' ? states.find((state) => state.status === 'failed') : undefined;
  return {
    ...row,
    ...(failed && { failureCode: failed.failure_code, failureMessage: failed.failure_message }),
    status,
    children,
    agentsDone: states.reduce((sum, { agents_done }) => sum + agents_done, 0),
    startedAt: starts.length > 0 ? new Date(Math.min(...starts)) : null,
    completedAt: isFinished(status) && ends.length > 0 ? new Date(Math.max(...ends)) : null,
  };
}

/** Adds the combined result of a completed group, for kinds whose records contain it. */
async function withResult(sql: Sql, row: RunRow): Promise<RunRow> {
  const kind = kindOf(row);
  if (row.status !== 'completed' || kind.record || !isGroup(kind.work) || kind.work.inBlocks) return row;
  return { ...row, combined: kind.work.combine(kind.planOf(row), await readChildren(sql, row)) };
}

const isInBlocks = (row: RunRow): boolean => {
  const { work } = kindOf(row);
  return isGroup(work) && work.inBlocks !== undefined;
};

type CombiningRow = Pick<Simulation, 'parentId' | 'summary' | 'digest' | 'engineVersion'>;

/** Adds the results of completed groups of blocks, which their last rows have. */
async function withCombined(sql: Sql, rows: readonly RunRow[], form: 'whole' | 'listed' | 'text'): Promise<RunRow[]> {
  const completed = rows.filter((row) => row.status === 'completed' && isInBlocks(row));
  if (completed.length === 0) return [...rows];
  const summary = {
    whole: 'last.summary',
    listed: `to_json(last.summary::jsonb - '{${unlistedFields(completed).join()}}'::text[])`,
    text: 'last.summary::text',
  }[form];
  const { rows: found } = await sql.query<CombiningRow>({
    text: `SELECT last.parent_id AS "parentId", ${summary} AS summary, last.digest, last.engine_version AS "engineVersion"
           FROM simulations parent JOIN simulations last
             ON last.parent_id = parent.id AND last.parent_index = parent.child_count
            AND last.organization_id = parent.organization_id
           WHERE parent.id = ANY($1::text[])`,
    values: [completed.map(({ id }) => id)],
  });
  const byId = new Map(found.map((row) => [row.parentId, row]));
  return rows.map((row) => {
    const last = byId.get(row.id);
    if (!last) return row;
    const { digest, engineVersion } = last;
    const combined = form === 'text' ? jsonText<object>(last.summary as string) : (last.summary as object);
    return { ...row, combined, digest, engineVersion };
  });
}

const unlistedFields = (rows: readonly RunRow[]): string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(kindOf(row).unlisted ?? {}))),
];

type ChildRow = Omit<Child, 'summary'> & Pick<Simulation, 'summary'>;

/**
 * Reads the simulations of a group in their order, also deleted ones.
 *
 * @param hasResults whether the results are needed: those of 200 points can have megabytes
 */
export async function readChildren(sql: Sql, { id, organizationId }: RunRow, hasResults = true): Promise<Child[]> {
  const { rows } = await sql.query<ChildRow>({
    name: hasResults ? 'read children' : 'read children without results',
    text: `SELECT id, parent_index AS index, status, digest, engine_version AS "engineVersion", failure_code AS "failureCode", failure_message AS "failureMessage", ${hasResults ? 'summary' : 'NULL::json AS summary'}
           FROM simulations WHERE parent_id = $1 AND organization_id = $2 ORDER BY parent_index`,
    values: [id, organizationId],
  });
  return rows.map(({ summary, ...child }) => ({ ...child, summary: summary === null ? null : readFigures(summary) }));
}
