import { type Column } from '../../columns/column.js';
import { EngineError } from '../../engine-error.js';
import { gumbelFromUniform } from '../../rng/gumbel.js';
import { fillUniforms, PURPOSE } from '../../rng/stream.js';
import { type Situation } from '../decision-family.js';
import { type CompiledUtilities } from './compile.js';
import { type ConditionalLogit } from './schema.js';
import { availabilityOf, utilitiesOf } from './utilities.js';

/** The step under which the errors of the one decision are drawn. */
const STEP = 0;

/**
 * Runs the agents of a situation under scenario and baseline.
 *
 * `outcome` is the available alternative whose utility plus error is greatest. `utility.<alternative>` and `error.<alternative>` are finite
 * also where `available.<alternative>` is 0 – they are what it would be worth to the agent – while its probability is 0 there.
 */
export function runConditionalLogit(
  scenario: CompiledUtilities,
  baseline: CompiledUtilities,
  situation: Situation,
): Column[] {
  const { people, assigned, from } = situation;
  const available = availabilityOf(scenario, people);
  const errors = gumbelErrors(scenario.decision, situation);
  const utilities = utilitiesOf(scenario, people, assigned.scenario, from);
  const baselineUtilities = utilitiesOf(baseline, people, assigned.baseline, from);

  const ids = scenario.decision.alternatives.map((alternative) => alternative.id);
  const numbers = (prefix: string, values: Float64Array): Column[] =>
    ids.map((id, k) => ({
      name: `${prefix}.${id}`,
      type: 'float64',
      values: values.subarray(k * people.count, (k + 1) * people.count),
    }));
  return [
    { name: 'outcome', type: 'category', categories: ids, values: choose(utilities, errors, available, from) },
    {
      name: 'baseline_outcome',
      type: 'category',
      categories: ids,
      values: choose(baselineUtilities, errors, available, from),
    },
    ...ids.map((id, k): Column => ({ name: `available.${id}`, type: 'bool', values: available[k]! })),
    ...numbers('utility', utilities),
    ...numbers('error', errors),
    ...numbers('probability', probabilitiesOf(utilities, available)),
    ...numbers('baseline_probability', probabilitiesOf(baselineUtilities, available)),
  ];
}

/** Gumbel errors `[alternative * count + row]`: what moves an agent towards an alternative that the model does not know. */
function gumbelErrors(decision: ConditionalLogit, { key, from, to }: Situation): Float64Array {
  const errors = new Float64Array(decision.alternatives.length * (to - from));
  fillUniforms(key, PURPOSE.choice, STEP, decision.alternatives.length, from, to, errors);
  for (let k = 0; k < errors.length; k++) errors[k] = gumbelFromUniform(errors[k]!);
  return errors;
}

/** The available alternative of greatest utility plus error; of equal ones the first. */
function choose(
  utilities: Float64Array,
  errors: Float64Array,
  available: readonly Uint8Array[],
  from: number,
): Uint8Array {
  const count = available[0]!.length;
  const choices = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    let best = -1;
    let bestScore = -Infinity;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const at = alternative * count + row;
      const score = utilities[at]! + errors[at]!;
      if (available[alternative]![row] === 1 && score > bestScore) {
        best = alternative;
        bestScore = score;
      }
    }
    if (best < 0) {
      throw new EngineError('no_alternative_available', `Agent ${from + row} has no alternative to choose.`, {
        agent: from + row,
      });
    }
    choices[row] = best;
  }
  return choices;
}

/** exp(utility) over its sum, over the available alternatives; the greatest utility is taken off first so that nothing overflows. */
function probabilitiesOf(utilities: Float64Array, available: readonly Uint8Array[]): Float64Array {
  const count = available[0]!.length;
  const probabilities = new Float64Array(utilities.length);
  for (let row = 0; row < count; row++) {
    let greatest = -Infinity;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const utility = utilities[alternative * count + row]!;
      if (available[alternative]![row] === 1 && utility > greatest) greatest = utility;
    }
    let sum = 0;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const at = alternative * count + row;
      const weight = available[alternative]![row] === 1 ? Math.exp(utilities[at]! - greatest) : 0;
      probabilities[at] = weight;
      sum += weight;
    }
    for (let at = row; at < probabilities.length; at += count) probabilities[at] = probabilities[at]! / sum;
  }
  return probabilities;
}
