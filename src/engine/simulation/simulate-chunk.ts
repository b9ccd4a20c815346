import type { Chunk, Column } from '../columns/column.js';
import { EngineError } from '../engine-error.js';
import type { CompiledSimulation } from './compile.js';
import type { OnStage } from './stage.js';
import { drawSituation } from '../population/draw-situation.js';
import { readSituation } from '../population/read-situation.js';

/**
 * Simulates the agents [from, to): attributes, assignments, and outcomes under the scenario and, with the same random errors, under the
 * baseline. Pure: equal ranges give equal columns.
 *
 * @param people attributes and draws of assignments of all agents, if they are known
 * @throws EngineError `invalid_argument` for interacting agents, which must run together; `invalid_scenario` for a missing parameter;
 *   `utility_not_finite`, `mean_too_great`, `no_alternative_available` if the model fails for an agent
 */
export function simulateChunk(
  compiled: CompiledSimulation,
  from: number,
  to: number,
  onStage?: OnStage,
  people?: readonly Column[],
): Chunk {
  if (compiled.interacting) {
    throw new EngineError('invalid_argument', 'Interacting agents must run together, not in chunks.', {});
  }
  const { situation, columns } = people ? readSituation(compiled, people, from, to) : drawSituation(compiled, from, to);
  onStage?.('people');
  const decided = compiled.decision.run(situation);
  onStage?.('choices');
  return { from, to, columns: [...columns, ...decided.columns] };
}
