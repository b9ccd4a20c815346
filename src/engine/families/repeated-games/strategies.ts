import { type CompiledEquations } from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { type LinearModel } from '../../model/linear-model.js';
import { type AttributeTable } from '../../population/attribute-table.js';
import { gameEquations, jointActions, type RepeatedGames } from './schema.js';

/** The equations of a repeated game as a linear model. */
export function gameModel({ coefficients, terms }: RepeatedGames): LinearModel {
  return {
    equations: gameEquations,
    coefficients,
    variables: [],
    terms: terms.map(({ equation, ...term }) => ({ ...term, equations: [equation] })),
    ancillary: [],
  };
}

/** Logits of the probability to cooperate, of each agent: in the first round, and after each past, in the order of `jointActions`. */
export interface Strategies {
  readonly first: Float64Array;
  readonly after: readonly Float64Array[];
}

/** Memory of one round: what an agent does depends on what both did in the round before. @throws EngineError `utility_not_finite` */
export function strategiesOf(
  compiled: CompiledEquations,
  people: AttributeTable,
  assigned: readonly Uint8Array[],
  from: number,
): Strategies {
  const { count } = people;
  const byPast = jointActions.map((past) => {
    const states = statesAfter(past, count);
    return evaluateEquations(compiled, people, assigned, from, states);
  });
  return { first: byPast[0]!.subarray(0, count), after: byPast.map((values) => values.subarray(count, 2 * count)) };
}

export function statesAfter(past: (typeof jointActions)[number], count: number) {
  return {
    own_last: new Float64Array(count).fill(past[0] === 'c' ? 1 : 0),
    other_last: new Float64Array(count).fill(past[1] === 'c' ? 1 : 0),
  };
}
