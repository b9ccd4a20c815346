import type { CompiledEquations } from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import type { LinearModel } from '../../model/linear-model.js';
import type { AttributeTable } from '../../population/attribute-table.js';
import { gameEquations, jointActions, type RepeatedGames } from './repeated-games.schema.js';

/** Returns the equations of a repeated game as a linear model. */
export function gameModel({ coefficients, terms }: RepeatedGames): LinearModel {
  return {
    equations: gameEquations,
    coefficients,
    variables: [],
    terms: terms.map(({ equation, ...term }) => ({ ...term, equations: [equation] })),
    ancillary: [],
  };
}

/** Logits of the probability of cooperation of each agent: in the first round, and after each joint action in the order of `jointActions`. */
export interface Strategies {
  readonly first: Float64Array;
  readonly after: readonly Float64Array[];
}

/** Computes memory-one strategies: an agent's action depends on the joint actions of the last round. @throws EngineError `utility_not_finite` */
export function strategiesOf(
  compiled: CompiledEquations,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  from: number,
): Strategies {
  const { count } = attributes;
  const valuesByLast = jointActions.map((last) => {
    const states = statesAfter(last, count);
    return evaluateEquations(compiled, attributes, assigned, from, states);
  });
  return {
    first: valuesByLast[0]!.subarray(0, count),
    after: valuesByLast.map((values) => values.subarray(count, 2 * count)),
  };
}

/** States of the equations after a round, for `count` agents. */
export function statesAfter(last: (typeof jointActions)[number], count: number) {
  return {
    own_last: new Float64Array(count).fill(last[0] === 'c' ? 1 : 0),
    other_last: new Float64Array(count).fill(last[1] === 'c' ? 1 : 0),
  };
}
