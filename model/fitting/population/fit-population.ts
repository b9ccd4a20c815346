import { EngineError, type PopulationDefinition } from '../../definition.js';
import { fitCopula, type RankCurves } from './fit-copula.js';
import { latentVariablesOf, type GroupedAttributes } from './latent-variables.js';
import {
  hasCodes,
  rowsOf,
  type ObservedAttribute,
  type ObservedCategories,
  type ObservedPopulation,
} from './rank-curve.js';

/**
 * Population of a definition, estimated from respondents: the margin of each attribute, the joint table if requested,
 * and the Gaussian copula that reproduces the observed rank correlations.
 *
 * Missing values are excluded from their margin and from their pairs. A pair that is never observed together is
 * independent. The joint table reproduces its combinations exactly, but the copula connects it to the other attributes
 * by a single number. Attributes with separate effects on the others therefore fit better outside the joint table.
 *
 * @param curves rank curves of an earlier fit to the same attributes; the fit adds its own
 * @throws EngineError `invalid_argument` if columns differ in length, contain an unknown code, or have no known value
 */
export function fitPopulation(observed: ObservedPopulation, curves?: RankCurves): PopulationDefinition {
  const { about, attributes, weights } = observed;
  checkColumns(observed);
  const latents = latentVariablesOf(grouped(observed), weights);
  const byId = new Map(latents.flatMap((latent) => latent.attributes.map((attribute) => [attribute.id, attribute])));
  const joint = latents[0]?.joint;
  return {
    ...about,
    attributes: attributes.map(({ id }) => byId.get(id)!),
    ...(joint ? { joint } : {}),
    ...(latents.length > 1 ? { correlation: fitCopula(latents, weights, curves) } : {}),
  };
}

function grouped({ attributes, joint = [] }: ObservedPopulation): GroupedAttributes {
  const members = joint.map((id) => {
    const member = attributes.find(
      (attribute): attribute is ObservedCategories => attribute.id === id && hasCodes(attribute),
    );
    if (!member)
      throw invalid(`"${id}" cannot be part of a joint table, because it is not an attribute with categories.`);
    return member;
  });
  return { members, others: attributes.filter(({ id }) => !joint.includes(id)) };
}

function checkColumns({ attributes, weights }: ObservedPopulation): void {
  const rows = weights?.length ?? (attributes[0] ? rowsOf(attributes[0]) : 0);
  if (weights && firstOf(weights, (weight) => !(weight >= 0 && weight < Infinity)) !== undefined) {
    throw invalid('Weights must be finite numbers of at least 0.');
  }
  for (const attribute of attributes) {
    const { id } = attribute;
    if (rowsOf(attribute) !== rows)
      throw invalid(`"${id}" has ${rowsOf(attribute)} rows, but other columns have ${rows}.`);
    checkValues(attribute);
    const column = hasCodes(attribute) ? attribute.codes : attribute.values;
    // A code of an unknown value is -1, a number NaN.
    const isKnown = hasCodes(attribute) ? (value: number) => value >= 0 : (value: number) => !Number.isNaN(value);
    let row = 0;
    while (row < rows && !(isKnown(column[row]!) && (weights?.[row] ?? 1) > 0)) row++;
    if (row === rows) throw invalid(`"${id}" has no known value.`);
  }
}

function checkValues(attribute: ObservedAttribute): void {
  const { id } = attribute;
  if (hasCodes(attribute)) {
    const { length } = attribute.categories;
    const wrong = firstOf(attribute.codes, (code) => !Number.isInteger(code) || code >= length);
    if (wrong !== undefined)
      throw invalid(`"${id}" has the code ${wrong}, which is not one of its ${length} categories.`);
    return;
  }
  const isWrong =
    attribute.type === 'integer'
      ? (value: number) => (value | 0) !== value
      : (value: number) => !Number.isFinite(value);
  const wrong = firstOf(attribute.values, (value) => !Number.isNaN(value) && isWrong(value));
  if (wrong !== undefined) throw invalid(`"${id}" has the value ${wrong}, which is not ${attribute.type}.`);
}

/** First value that meets a condition. It copies no array: a calibration checks the columns hundreds of times. */
function firstOf(values: ArrayLike<number>, condition: (value: number) => boolean): number | undefined {
  for (let row = 0; row < values.length; row++) if (condition(values[row]!)) return values[row];
  return undefined;
}

function invalid(message: string): EngineError {
  return new EngineError('invalid_argument', message);
}
