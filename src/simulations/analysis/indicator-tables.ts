import type { z } from 'zod';
import { sha256 } from '../../common/crypto.js';
import { StreamReply } from '../../common/http/stream-reply.js';
import type { ResultFormat } from '../results/result-format.js';
import type { PointColumn } from '../sweeps/sweep-table.js';
import { writeTable } from '../sweeps/write-table.js';
import { errorsSchema, type Errors } from '../summary.schema.js';
import type { ElasticitiesRecord } from './elasticities.record.js';
import type { estimateSchema } from './estimate.schema.js';
import type { WelfareRecord } from './welfare.record.js';

type Cell = number | string | null;
/** Cells of one row by column name, with the type of each column. */
type Row = Record<string, { type: PointColumn['type']; cell: Cell }>;

const text = (cell: string | null) => ({ type: 'STRING' as const, cell });
const number = (cell: number | null | undefined) => ({ type: 'DOUBLE' as const, cell: cell ?? null });
const count = (cell: number) => ({ type: 'INT32' as const, cell });

type OneElasticity = ElasticitiesRecord['elasticities'][number];

/** Names the columns of a table without rows. */
const noElasticity: OneElasticity = {
  ...{ parameter: '', figure: '', figure_kind: 'outcome', relation: null, group: null, agent_count: 0, is_small: true },
  ...{ value: 0, point: null, point_unavailable: null, arc: null, arc_unavailable: null },
};

/** One row for each elasticity. */
export function elasticityTable({ simulation_id, elasticities }: ElasticitiesRecord): PointColumn[] {
  return columnsOf(
    elasticityRow(simulation_id, noElasticity),
    elasticities.map((one) => elasticityRow(simulation_id, one)),
  );
}

function elasticityRow(simulationId: string, { point, arc, ...one }: OneElasticity): Row {
  return {
    simulation_id: text(simulationId),
    parameter: text(one.parameter),
    figure: text(one.figure),
    figure_kind: text(one.figure_kind),
    relation: text(one.relation),
    group: text(one.group),
    agent_count: count(one.agent_count),
    value: number(one.value),
    point_kind: text(point?.kind ?? null),
    point_method: text(point?.method ?? null),
    ...estimateCells('point', point),
    point_unavailable: text(one.point_unavailable),
    arc_kind: text(arc?.kind ?? null),
    arc_rule: text(arc?.rule ?? null),
    arc_from: number(arc?.from),
    arc_to: number(arc?.to),
    arc_figure_from: number(arc?.figure_from),
    arc_figure_to: number(arc?.figure_to),
    ...estimateCells('arc', arc),
    arc_unavailable: text(one.arc_unavailable),
  };
}

/** One row for all agents, then one for each group. */
export function welfareTable({ simulation_id, unit, all, segments }: WelfareRecord): PointColumn[] {
  const groups = segments.flatMap(({ attribute, groups: own }) => own.map((group) => ({ attribute, ...group })));
  const rows = [{ attribute: null, id: null, label: null, ...all }, ...groups].map((group): Row => ({
    simulation_id: text(simulation_id),
    attribute: text(group.attribute),
    group: text(group.id),
    group_label: text(group.label),
    agent_count: count(group.agent_count),
    unit: text(unit),
    direction: text(group.direction),
    gaining_share: number(group.gaining_share),
    losing_share: number(group.losing_share),
    ...estimateCells('mean', group.mean),
  }));
  return columnsOf(rows[0]!, rows);
}

/** @param template a row with all columns */
function columnsOf(template: Row, rows: readonly Row[]): PointColumn[] {
  return Object.entries(template).map(([name, { type }]) => ({
    name,
    type,
    cells: rows.map((row) => row[name]?.cell ?? null),
  }));
}

function estimateCells(prefix: string, estimate: z.infer<typeof estimateSchema> | null): Row {
  const errors = (Object.keys(errorsSchema.shape) as (keyof Errors)[]).map(
    (part) => [`${prefix}_${part}_error`, number(estimate?.errors[part])] as const,
  );
  return {
    [prefix]: number(estimate?.estimate),
    [`${prefix}_low`]: number(estimate?.interval?.[0]),
    [`${prefix}_high`]: number(estimate?.interval?.[1]),
    ...Object.fromEntries(errors),
    [`${prefix}_missing_parts`]: text(estimate ? estimate.missing_parts.join(' ') : null),
  };
}

/** A response as JSON, or as a table in the requested format. */
export function indicatorReply(
  file: { readonly name: string; readonly isDownload: boolean },
  { name, contentType: type, compressible }: ResultFormat,
  record: object,
  columns: () => readonly PointColumn[],
): StreamReply {
  const content = name === 'json' ? Buffer.from(JSON.stringify({ data: record })) : writeTable(name, columns(), {});
  const headers = file.isDownload && { 'Content-Disposition': `attachment; filename="${file.name}.${name}"` };
  const tag = sha256(content).toString('base64url');
  return new StreamReply({ type, compressible, tag, ...(headers && { headers }) }, () => Promise.resolve({ content }));
}
