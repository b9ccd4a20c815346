import { type Attribute, hasCategories, type PopulationDefinition, type WorkflowDefinition } from '../../definition.js';
import type { Model } from '../fit-sample.js';
import type { RankCurves } from '../population/fit-copula.js';
import { fitPopulation } from '../population/fit-population.js';
import { hasCodes, type ObservedAttribute, pooledMembers } from '../population/fit-margins.js';
import type { Rows } from '../rows/rows.js';
import { hasOwnMargin, recordsOf, recordOf } from '../../authoring/recipe/fill-draft.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { RecipeFit } from '../../authoring/recipe/recipe.schema.js';

/** Calibrated part of a population. */
export type PopulationEstimates = Pick<
  PopulationDefinition,
  'attributes' | 'joint' | 'correlation' | 'min_respondents'
>;

/**
 * Estimates margins, joint table and copula from all rows, training and test. Attributes with a margin in the draft
 * keep it and remain independent.
 *
 * @param curves rank curves of an earlier fit to the same attributes
 * @param weights weight of each row. Default: each respondent counts once, unless the recipe counts rows
 */
export function estimatePopulation(
  { draft, definition, fit }: CalibrationRecipe,
  model: Model,
  weights = populationWeights(fit, model.rows, model.responses),
  curves?: RankCurves,
): PopulationEstimates {
  const { rows } = model;
  const given = recordsOf(recordOf(draft.population).attributes).map(hasOwnMargin);
  const { attributes, ...about } = definition.population;
  const observed = attributes.flatMap((attribute, k) => (given[k] ? [] : [observedOf(attribute, k, rows)]));
  if (observed.length === 0) return { attributes };
  const minimum = fit.min_respondents;
  const pooling = { respondents: model.respondents, minimum };
  const fitted = fitPopulation(
    { about, attributes: observed, weights, ...(fit.joint && { joint: fit.joint }), ...(minimum > 1 && { pooling }) },
    curves,
  );
  const byId = new Map(fitted.attributes.map((attribute) => [attribute.id, attribute]));
  return {
    attributes: attributes.map((attribute) => ({ ...attribute, ...byId.get(attribute.id) })),
    ...(minimum > 1 && { min_respondents: minimum }),
    ...(fitted.joint && { joint: fitted.joint }),
    ...(fitted.correlation && {
      correlation: withIndependentAttributes(fitted.correlation, definition, given, fit.joint ?? []),
    }),
  };
}

/** The options of a fit, with a joint table only of attributes whose combinations have enough respondents each. */
export function withPooledJoint({ definition, fit }: CalibrationRecipe, { rows, respondents }: Model): RecipeFit {
  const { joint, min_respondents: minimum } = fit;
  if (!joint || minimum === 1) return fit;
  const { attributes } = definition.population;
  const members = joint.flatMap((id) => {
    const position = attributes.findIndex((attribute) => attribute.id === id);
    const observed = observedOf(attributes[position]!, position, rows);
    return hasCodes(observed) ? [observed] : [];
  });
  const pooled = pooledMembers(members, { respondents, minimum }).map(({ id }) => id);
  return { ...fit, joint: pooled.length > 0 ? pooled : undefined };
}

/** Whether the margin of an attribute comes from the data. */
export function hasObservedAttributes({ draft, definition }: CalibrationRecipe): boolean {
  const given = recordsOf(recordOf(draft.population).attributes).map(hasOwnMargin);
  return definition.population.attributes.some((_, k) => !given[k]);
}

/** Weight of each row in the population: each respondent counts once, unless the recipe counts rows. */
export function populationWeights(fit: RecipeFit, rows: Rows, responses: Float64Array): Float64Array {
  return fit.population_people === 'rows' ? responses : oncePerRespondent(rows, responses);
}

function observedOf(attribute: Attribute, position: number, { attributes, known }: Rows): ObservedAttribute {
  const { values } = attributes.columns[position]!;
  const isKnown = (row: number) => known[position]?.[row] !== 0;
  if (hasCategories(attribute)) {
    const { type, id, label, unit, categories } = attribute;
    const unweighted = categories.map(({ probability: _probability, ...category }) => category);
    const codes = Int32Array.from(values);
    for (let row = 0; row < codes.length; row++) if (!isKnown(row)) codes[row] = -1;
    return { type, id, label, unit, categories: unweighted, codes };
  }
  const { type, id, label, unit } = attribute;
  const numbers = Float64Array.from(values);
  for (let row = 0; row < numbers.length; row++) if (!isKnown(row)) numbers[row] = NaN;
  return { type, id, label, unit, values: numbers };
}

/** Numbers of the rows, divided by the number of rows of the same respondent. */
export function oncePerRespondent({ respondents }: Rows, responses: Float64Array): Float64Array {
  const totals = new Map<number, number>();
  for (const respondent of respondents) totals.set(respondent, (totals.get(respondent) ?? 0) + 1);
  return responses.map((count, row) => count / totals.get(respondents[row]!)!);
}

/** Correlation matrix with zeros for the attributes that were not estimated. */
function withIndependentAttributes(
  matrix: readonly (readonly number[])[],
  { population }: WorkflowDefinition,
  given: readonly boolean[],
  joint: readonly string[],
): number[][] {
  const roles = population.attributes.map(({ id }, k) => ({ isGiven: given[k]!, isJoint: joint.includes(id) }));
  // The joint table is the first latent variable.
  const isObserved = [
    ...(joint.length > 0 ? [true] : []),
    ...roles.flatMap(({ isGiven, isJoint }) => (isJoint ? [] : [!isGiven])),
  ];
  let next = 0;
  const places = isObserved.map((isEstimated) => (isEstimated ? next++ : -1));
  return places.map((i, row) => places.map((k, column) => (i < 0 || k < 0 ? Number(row === column) : matrix[i]![k]!)));
}
