import { Injectable } from '@nestjs/common';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Scenario } from '../../../model/definition.js';
import { ReadingThreads } from '../reading-threads.service.js';
import type { EffectsTask } from '../reading.thread.js';
import { CompletedSimulations } from '../../simulations/results/completed-simulations.service.js';
import { selectSomeAgents } from '../../simulations/results/select-agents.js';
import { tableFormat, TableReplies } from '../../simulations/tables/table-replies.service.js';
import { type EffectsQuery, type EffectsRecord, toEffectsRecord } from './effects.record.js';
import {
  type ColumnOf,
  count,
  estimateColumns,
  flag,
  intervalColumns,
  number,
  tableOf,
  text,
  type TableColumn,
} from '../../simulations/tables/table.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { readFigures } from '../../simulations/stored-summary.js';

@Injectable()
export class SimulationEffects {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: ReadingThreads,
    private readonly tables: TableReplies,
  ) {}

  /** Returns the effects in the requested format. Throws {@link AppError} `not_acceptable`. */
  async read(caller: Caller, id: string, query: EffectsQuery, accept: string | undefined): Promise<StreamReply> {
    const format = tableFormat(query, accept);
    const record = await this.effectsOf(caller, id, query);
    return this.tables.reply(caller, format, `${id}-effects`, {
      json: () => ({ data: record }),
      columns: () => effectsTable(record),
    });
  }

  private async effectsOf(caller: Caller, id: string, { figure, pairs, where }: EffectsQuery): Promise<EffectsRecord> {
    const completed = await this.completed.find(caller, id);
    const { simulation, workflow } = completed;
    const { definition } = workflow;
    if (figure !== undefined) requireFigure(simulation, figure);
    const withPairs = pairs === 'true';
    const effects = await this.threads.run<EffectsTask>(caller.organizationId, async () => {
      const { columns } = await this.completed.decided(caller, completed);
      return {
        kind: 'effects',
        definition,
        scenario: simulation.scenarioContext as Scenario,
        seed: Number(simulation.seed),
        columns,
        rows: selectSomeAgents(definition, columns, where, simulation.agentCount),
        withPairs,
        ...(figure !== undefined && { figures: [figure] }),
      };
    });
    return { simulation_id: simulation.id, where: where ?? {}, pairs: withPairs, ...toEffectsRecord(effects) };
  }
}

type FigureEffects = EffectsRecord['figures'][number];
type GroupEffect = FigureEffects['groups'][number];
interface EffectRow {
  figure: FigureEffects;
  estimate: FigureEffects['total'];
  group: GroupEffect | null;
}

function effectsTable({ simulation_id, figures, sources }: EffectsRecord): TableColumn[] {
  const rows = figures.flatMap((figure): EffectRow[] => [
    { figure, estimate: figure.total, group: null },
    ...figure.groups.map((group): EffectRow => ({ figure, estimate: group, group })),
  ]);
  return tableOf(rows, [
    figureColumns(simulation_id),
    groupColumns('', 0),
    groupColumns('second_', 1),
    count('agent_count', ({ estimate }) => estimate.agent_count),
    estimateColumns('effect', ({ estimate }) => ({ ...estimate, value: estimate.effect })),
    number('simultaneous_low', ({ group }) => group?.simultaneous_interval?.[0]),
    number('simultaneous_high', ({ group }) => group?.simultaneous_interval?.[1]),
    intervalColumns(
      'difference_from_all',
      ({ group }) => group && { value: group.difference_from_all, interval: group.difference_from_all_interval },
    ),
    flag('reacts_differently', ({ group }) => group?.reacts_differently),
    text('source', () => sources.kind),
    text('preference_attributes', () => sources.preference_attributes.join(' ')),
    text('exposure_attributes', () => sources.exposure_attributes.join(' ')),
    flag('has_random_tastes', () => sources.has_random_tastes),
  ]);
}

function figureColumns(simulationId: string): ColumnOf<{ figure: FigureEffects }>[] {
  return [
    text('simulation_id', () => simulationId),
    text('figure', ({ figure }) => figure.id),
    text('figure_label', ({ figure }) => figure.label),
    text('figure_kind', ({ figure }) => figure.kind),
    text('unit', ({ figure }) => figure.unit),
  ];
}

/** An attribute of the group. A pair of attributes has a second one. */
function groupColumns(prefix: string, position: number) {
  const read = ({ group }: EffectRow) => group && Object.entries(group.group)[position];
  return [
    text<EffectRow>(`${prefix}attribute`, (row) => read(row)?.[0]),
    text<EffectRow>(`${prefix}group`, (row) => read(row)?.[1].id),
    text<EffectRow>(`${prefix}group_label`, (row) => read(row)?.[1].label),
  ];
}

/** Throws {@link AppError} `validation_error` if a completed simulation has no outcome, outcome group or measure with this id. */
function requireFigure({ id, summary }: Pick<Simulation, 'id' | 'summary'>, figure: string): void {
  const { outcomes, outcome_groups: groups, measures } = readFigures(summary);
  const known = [...outcomes, ...groups, ...measures].map((own) => own.id);
  if (known.includes(figure)) return;
  const message = `${JSON.stringify(figure)} is not an outcome, outcome group or measure of ${id}. Known: ${known.join(', ')}`;
  throw AppError.validation([{ path: 'figure', message }]);
}
