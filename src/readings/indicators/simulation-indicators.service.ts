import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import {
  agentsInteract,
  type Column,
  type Elasticities,
  elasticityFigures,
  hasWelfare,
  analysisAgentsOf,
  segmentations,
  type Welfare,
  type EstimatedFigure,
} from '../../../model/analyses.js';
import {
  type NumericParameter,
  numericParameters,
  type Scenario,
  type WorkflowDefinition,
} from '../../../model/definition.js';
import {
  CompletedSimulations,
  type CompletedSimulation,
} from '../../simulations/results/completed-simulations.service.js';
import { selectSomeAgents } from '../../simulations/results/select-agents.js';
import { tableFormat, TableReplies } from '../../simulations/tables/table-replies.service.js';
import { ReadingThreads } from '../reading-threads.service.js';
import type { ElasticitiesTask, WelfareTask } from '../reading.thread.js';
import {
  type ElasticitiesRecord,
  type WelfareRecord,
  maxElasticities,
  type ElasticitiesQuery,
  type WelfareQuery,
} from './indicators.record.js';
import {
  count,
  estimateWithMissingParts,
  number,
  tableOf,
  text,
  type ColumnOf,
  type TableColumn,
} from '../../simulations/tables/table.js';

@Injectable()
export class SimulationIndicators {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: ReadingThreads,
    private readonly tables: TableReplies,
  ) {}

  /** Returns the elasticities in the requested format. Throws like {@link elasticities}, and {@link AppError} `not_acceptable`. */
  async readElasticities(
    caller: Caller,
    id: string,
    query: ElasticitiesQuery,
    accept: string | undefined,
  ): Promise<StreamReply> {
    const format = tableFormat(query, accept);
    const record = await this.elasticities(caller, await this.completed.find(caller, id), query);
    const table = { json: () => ({ data: record }), columns: () => elasticityTable(record) };
    return this.tables.reply(caller, format, `${id}-elasticities`, table);
  }

  /** Returns the welfare change in the requested format. Throws like {@link welfare}, and {@link AppError} `not_acceptable`. */
  async readWelfare(caller: Caller, id: string, query: WelfareQuery, accept: string | undefined): Promise<StreamReply> {
    const format = tableFormat(query, accept);
    const record = await this.welfare(caller, await this.completed.find(caller, id), query);
    const table = { json: () => ({ data: record }), columns: () => welfareTable(record) };
    return this.tables.reply(caller, format, `${id}-welfare`, table);
  }

  /** Throws {@link AppError} `results_expired`, `analysis_not_available`, and `validation_error` for an unknown parameter, attribute or group. */
  async elasticities(
    caller: Caller,
    completed: CompletedSimulation,
    { parameter, group_by, where }: Omit<ElasticitiesQuery, 'format'>,
  ): Promise<ElasticitiesRecord> {
    const { simulation, workflow } = completed;
    const { definition } = workflow;
    if (agentsInteract(definition)) throw new AppError('analysis_not_available', { reason: 'interacting_agents' });
    const scenario = simulation.scenarioContext as Scenario;
    const parameters = requestedParameters(definition, parameter);
    const result = await this.threads.run<ElasticitiesTask>(caller.organizationId, async () => {
      const { columns } = await this.completed.decided(caller, completed);
      requireGrouping(definition, columns, group_by, parameters.length);
      return {
        ...{ kind: 'elasticities', definition, scenario, columns, groupBy: group_by },
        seed: Number(simulation.seed),
        rows: rowsOf(completed, columns, where),
        parameters: parameters.map(({ id }) => id),
      };
    });
    return toElasticitiesRecord(completed, { parameters, group_by, where }, result);
  }

  /** Throws {@link AppError} `results_expired`, `analysis_not_available`, and `validation_error` for an unknown attribute or group. */
  async welfare(
    caller: Caller,
    completed: CompletedSimulation,
    { where }: Omit<WelfareQuery, 'format'>,
  ): Promise<WelfareRecord> {
    const { simulation, workflow } = completed;
    const { definition } = workflow;
    if (agentsInteract(definition)) throw new AppError('analysis_not_available', { reason: 'interacting_agents' });
    if (!hasWelfare(definition)) throw new AppError('analysis_not_available', { reason: 'no_alternatives' });
    const result = await this.threads.run<WelfareTask>(caller.organizationId, async () => {
      const { columns } = await this.completed.decided(caller, completed);
      return {
        ...{ kind: 'welfare', definition, columns },
        scenario: simulation.scenarioContext as Scenario,
        seed: Number(simulation.seed),
        rows: rowsOf(completed, columns, where),
      };
    });
    return toWelfareRecord(completed, where, result);
  }
}

export function toElasticitiesRecord(
  { simulation }: CompletedSimulation,
  {
    parameters,
    group_by,
    where,
  }: Pick<ElasticitiesQuery, 'group_by' | 'where'> & { parameters: readonly NumericParameter[] },
  { agent_count, elasticities }: Elasticities,
): ElasticitiesRecord {
  const scenario = simulation.scenarioContext as Scenario;
  return {
    simulation_id: simulation.id,
    workflow_id: simulation.workflowId,
    where: where ?? {},
    group_by: group_by ?? null,
    agent_count,
    parameters: parameters.map(({ id, label, unit, default: baseline_value }) => ({
      ...{ id, label, unit, baseline_value },
      value: Number(scenario[id]),
    })),
    elasticities,
  };
}

export function toWelfareRecord(
  { simulation }: CompletedSimulation,
  where: WelfareQuery['where'],
  result: Welfare,
): WelfareRecord {
  return { simulation_id: simulation.id, workflow_id: simulation.workflowId, where: where ?? {}, ...result };
}

function rowsOf(
  { simulation, workflow }: CompletedSimulation,
  columns: readonly Column[],
  where: WelfareQuery['where'],
): Int32Array | undefined {
  const agents = Math.min(simulation.agentCount, analysisAgentsOf(workflow.definition));
  return where && selectSomeAgents(workflow.definition, columns, where, agents);
}

function requestedParameters({ scenario }: WorkflowDefinition, requested: string | undefined) {
  const known = numericParameters(scenario.parameters);
  if (requested === undefined) return known;
  const ids = new Set(requested.split(','));
  const unknown = [...ids].filter((id) => !known.some((parameter) => parameter.id === id));
  if (unknown.length > 0) {
    const names = known.map(({ id }) => id).join(', ') || 'none';
    const message = `${JSON.stringify(unknown[0])} is not a numeric parameter of this workflow. Its numeric parameters: ${names}`;
    throw AppError.validation([{ path: 'parameter', message }]);
  }
  return known.filter(({ id }) => ids.has(id));
}

/** Throws {@link AppError} `validation_error` if the attribute is unknown or the response would be too large. */
function requireGrouping(
  definition: WorkflowDefinition,
  columns: readonly Column[],
  groupBy: string | undefined,
  parameters: number,
): void {
  const invalid = (path: string, message: string) => AppError.validation([{ path, message }]);
  let groups = 1;
  if (groupBy !== undefined) {
    const known = segmentations(definition, columns);
    const found = known.find(({ id }) => id === groupBy);
    if (!found) {
      const ids = known.map(({ id }) => id).join(', ') || 'none';
      throw invalid(
        'group_by',
        `${JSON.stringify(groupBy)} is not an attribute of this workflow. Its attributes: ${ids}`,
      );
    }
    groups = found.groups.length;
  }
  const count = parameters * elasticityFigures(definition).figures.length * groups;
  if (count > maxElasticities)
    throw invalid(
      'parameter',
      `expected at most ${maxElasticities} elasticities (parameters times figures times groups), received ${count}: select fewer parameters or an attribute with fewer groups`,
    );
}

function elasticityTable({ simulation_id, elasticities }: ElasticitiesRecord): TableColumn[] {
  return tableOf(elasticities, [
    text('simulation_id', () => simulation_id),
    text('parameter', ({ parameter }) => parameter),
    text('figure', ({ figure }) => figure),
    text('figure_kind', ({ figure_kind }) => figure_kind),
    text('relation', ({ relation }) => relation),
    text('group', ({ group }) => group),
    count('agent_count', ({ agent_count }) => agent_count),
    number('value', ({ value }) => value),
    text('point_kind', ({ point }) => point?.kind),
    text('point_method', ({ point }) => point?.method),
    estimateCells('point', ({ point }) => point),
    text('point_unavailable', ({ point_unavailable }) => point_unavailable),
    text('arc_kind', ({ arc }) => arc?.kind),
    text('arc_rule', ({ arc }) => arc?.rule),
    number('arc_from', ({ arc }) => arc?.from),
    number('arc_to', ({ arc }) => arc?.to),
    number('arc_figure_from', ({ arc }) => arc?.figure_from),
    number('arc_figure_to', ({ arc }) => arc?.figure_to),
    estimateCells('arc', ({ arc }) => arc),
    text('arc_unavailable', ({ arc_unavailable }) => arc_unavailable),
  ]);
}

function welfareTable({ simulation_id, unit, all, segments }: WelfareRecord): TableColumn[] {
  const groups = segments.flatMap(({ attribute, groups: own }) => own.map((group) => ({ attribute, ...group })));
  return tableOf(
    [{ attribute: null, id: null, label: null, ...all }, ...groups],
    [
      text('simulation_id', () => simulation_id),
      text('attribute', ({ attribute }) => attribute),
      text('group', ({ id }) => id),
      text('group_label', ({ label }) => label),
      count('agent_count', ({ agent_count }) => agent_count),
      text('unit', () => unit),
      text('direction', ({ direction }) => direction),
      number('gaining_share', ({ gaining_share }) => gaining_share),
      number('gaining_share_low', ({ gaining_share_interval: interval }) => interval?.[0] ?? null),
      number('gaining_share_high', ({ gaining_share_interval: interval }) => interval?.[1] ?? null),
      number('losing_share', ({ losing_share }) => losing_share),
      number('losing_share_low', ({ losing_share_interval: interval }) => interval?.[0] ?? null),
      number('losing_share_high', ({ losing_share_interval: interval }) => interval?.[1] ?? null),
      estimateCells('mean', ({ mean }) => mean),
    ],
  );
}

function estimateCells<Row>(name: string, read: (row: Row) => EstimatedFigure | null): ColumnOf<Row>[] {
  return estimateWithMissingParts(name, (row) => {
    const found = read(row);
    return found && { ...found, value: found.estimate };
  });
}
