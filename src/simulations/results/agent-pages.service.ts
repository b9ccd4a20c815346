import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { defaultLimit, listOf } from '../../common/pagination/page.js';
import type { DecisionOutput } from '../../../model/simulate.js';
import type { CompletedSimulation } from './completed-simulations.service.js';
import type { ResultsQuery } from './results.schema.js';
import { selectAgents } from './select-agents.js';

export interface AgentPage {
  /** Indices in ascending order. */
  agents: Int32Array;
  nextCursor: string | null;
}

const positionSchema = z.int().min(0);

/** Selects all agents that match the filters, or one page of them. */
@Injectable()
export class AgentPages {
  constructor(private readonly cursors: CursorCodec) {}

  /** Throws {@link AppError} `validation_error`, `invalid_cursor`. */
  select(
    caller: Caller,
    { simulation, workflow }: CompletedSimulation,
    { columns }: DecisionOutput,
    { limit, cursor, outcome, where }: ResultsQuery,
  ): AgentPage {
    const list = listOf(`results of ${simulation.id}`, caller, { outcome, where });
    const after = cursor === undefined ? -1 : positionSchema.parse(this.cursors.open(list, cursor));
    const matching = selectAgents(workflow.definition, columns, { outcome, where }).filter((index) => index > after);
    if (limit === undefined && cursor === undefined) return { agents: matching, nextCursor: null };
    const agents = matching.subarray(0, limit ?? defaultLimit);
    const hasMore = agents.length < matching.length;
    return { agents, nextCursor: hasMore ? this.cursors.seal(list, agents.at(-1)) : null };
  }
}
