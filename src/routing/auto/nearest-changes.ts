import { isChoice, type Parameter, type WorkflowDefinition, traitsOf } from '../../../model/definition.js';
import { similarParameters } from '../../../questions/left-over.js';
import type { NotRead, Values } from '../../../questions/reading.js';
import { stemsOf } from '../../../questions/tokens.js';
import { typicalValue } from '../../../questions/unread.js';
import { adjectives, movements } from '../../../questions/vocabulary.js';

/** More choices are no help. */
const maxChanges = 4;

/**
 * Changes that are possible instead of words without a value: the options or typical changes of the parameters that the words may name, or
 * else of the parameters with the most similar names. Empty if no name is similar.
 */
export function nearestChanges(
  definition: Pick<WorkflowDefinition, 'scenario'>,
  { words, reason, parameters }: Pick<NotRead, 'words' | 'reason' | 'parameters'>,
  isSet: (id: string) => boolean,
): Values[] {
  if (!canMeanAnother.has(reason)) return [];
  const named = definition.scenario.parameters.filter(({ id }) => parameters.includes(id));
  const nearest = named.length > 0 ? named : similarParameters(definition, words, isSet);
  return nearest.flatMap((parameter) => changesOf(parameter, directionsOf(words))).slice(0, maxChanges);
}

/** Reasons of words that another parameter, option or amount can replace. */
const canMeanAnother: ReadonlySet<NotRead['reason']> = new Set([
  'ambiguous',
  'no_amount',
  'no_parameter',
  'other_unit',
  'out_of_bounds',
]);

/** The direction that the words name, or else both. */
function directionsOf(words: string): readonly number[] {
  const named = stemsOf(words).flatMap((stem) => (movements.get(stem) ?? adjectives.get(stem))?.sign ?? []);
  return named.length > 0 ? [...new Set(named)] : [-1, 1];
}

function changesOf(parameter: Parameter, directions: readonly number[]): Values[] {
  const { id, default: initial } = parameter;
  const values = isChoice(parameter)
    ? traitsOf(parameter).options.map((option) => option.id)
    : directions.map((sign) => typicalValue(parameter, sign)).filter((value) => traitsOf(parameter).isInData(value));
  return values.filter((value) => value !== initial).map((value) => ({ [id]: value }));
}
