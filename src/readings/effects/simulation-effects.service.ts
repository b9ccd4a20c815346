import { Injectable } from '@nestjs/common';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Scenario } from '../../../model/definition.js';
import { ReadingThreads } from '../reading-threads.service.js';
import { requireFigure, effectsTable } from './effects-table.js';
import { CompletedSimulations } from '../../simulations/results/completed-simulations.service.js';
import { selectSomeAgents } from '../../simulations/results/select-agents.js';
import { tableFormat, TableReplies } from '../../simulations/tables/table-replies.service.js';
import type { EffectsQuery, EffectsRecord } from './effects.record.js';
import { toEffectsRecord } from './to-effects-record.js';

@Injectable()
export class SimulationEffects {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: ReadingThreads,
    private readonly tables: TableReplies,
  ) {}

  /** Returns the effects in the requested format. Throws {@link AppError} `not_acceptable`. */
  async read(caller: Caller, id: string, query: EffectsQuery, accept: string | undefined): Promise<StreamReply> {
    const format = tableFormat(query.format, accept);
    const record = await this.effectsOf(caller, id, query);
    return this.tables.reply(caller, format, `${id}-effects`, {
      json: () => ({ data: record }),
      columns: () => effectsTable(record),
    });
  }

  /** Returns the effects of the scenario by group of agents, computed from the stored agents. */
  private async effectsOf(caller: Caller, id: string, { figure, pairs, where }: EffectsQuery): Promise<EffectsRecord> {
    const completed = await this.completed.find(caller, id);
    const { simulation, workflow } = completed;
    const { definition } = workflow;
    if (figure !== undefined) requireFigure(simulation, figure);
    const withPairs = pairs === 'true';
    const effects = await this.threads.analyzeEffects(caller.organizationId, async () => {
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
