import { type Chunk } from '../columns/column.js';
import { EngineError } from '../engine-error.js';
import { type CompiledSimulation } from './compile.js';
import { drawSituation } from '../population/draw-situation.js';

/**
 * The agents [from, to): who they are, what they meet, what they choose under the scenario and, with the same luck, under the baseline.
 * Pure: the same range gives the same columns wherever and whenever it is run.
 *
 * @throws EngineError `invalid_argument` for agents who meet each other: those run all at once; `invalid_scenario` for a missing parameter;
 *   `utility_not_finite`, `mean_too_great`, `no_alternative_available` where the model fails for an agent
 */
export function simulateChunk(compiled: CompiledSimulation, from: number, to: number): Chunk {
  if (compiled.interacting) {
    throw new EngineError('invalid_argument', 'Agents who meet each other cannot be run a part at a time.', {});
  }
  const { situation, columns } = drawSituation(compiled, from, to);
  return { from, to, columns: [...columns, ...compiled.decision.run(situation).columns] };
}
