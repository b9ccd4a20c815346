import { type WorkflowDefinition } from '../../engine/definition/definition.schema.js';
import { type Attribute, hasCategories, type PopulationDefinition } from '../../engine/definition/population.schema.js';
import { type Model } from '../fit-sample.js';
import { fitPopulation } from '../population/fit-population.js';
import { type ObservedAttribute } from '../population/observed.js';
import { type Rows } from '../rows/rows.js';
import { hasOwnMargin, listOf, looseOf } from '../spec/fill-draft.js';
import { type CalibrationSpec } from '../spec/parse-spec.js';

/** What a population has besides its words. */
export type PeopleNumbers = Pick<PopulationDefinition, 'attributes' | 'joint' | 'correlation'>;

/**
 * Margins, joint table and copula from all rows, train and test. Attributes whose margin the author gives stay as they are, tied to no
 * other; those of respondents with many rows count once each, unless rows are the people.
 */
export function peopleOf({ draft, definition, fit }: CalibrationSpec, { rows, answers }: Model): PeopleNumbers {
  const given = listOf(looseOf(draft.population).attributes).map(hasOwnMargin);
  const { attributes, ...about } = definition.population;
  const observed = attributes.flatMap((attribute, k) => (given[k] ? [] : [observedOf(attribute, k, rows)]));
  if (observed.length === 0) return { attributes };
  const fitted = fitPopulation({
    about,
    attributes: observed,
    weights: fit.population_people === 'rows' ? answers : oncePerRespondent(rows, answers),
    ...(fit.joint && { joint: fit.joint }),
  });
  const made = new Map(fitted.attributes.map((attribute) => [attribute.id, attribute]));
  return {
    attributes: attributes.map((attribute) => ({ ...attribute, ...made.get(attribute.id) })),
    ...(fitted.joint && { joint: fitted.joint }),
    ...(fitted.correlation && { correlation: withUntied(fitted.correlation, definition, given, fit.joint ?? []) }),
  };
}

function observedOf(attribute: Attribute, position: number, { people, known }: Rows): ObservedAttribute {
  const { values } = people.columns[position]!;
  const isKnown = (row: number) => known[position]?.[row] !== 0;
  if (hasCategories(attribute)) {
    const { type, id, label, unit, categories } = attribute;
    const words = categories.map(({ probability: _probability, ...category }) => category);
    const codes = Int32Array.from(values, (code, row) => (isKnown(row) ? code : -1));
    return { type, id, label, unit, categories: words, codes };
  }
  const { type, id, label, unit } = attribute;
  return { type, id, label, unit, values: Float64Array.from(values, (value, row) => (isKnown(row) ? value : NaN)) };
}

function oncePerRespondent({ respondents }: Rows, answers: Float64Array): Float64Array {
  const totals = new Map<number, number>();
  for (const who of respondents) totals.set(who, (totals.get(who) ?? 0) + 1);
  return answers.map((count, row) => count / totals.get(respondents[row]!)!);
}

/** The correlation matrix with zeros for the attributes that were not observed. */
function withUntied(
  matrix: readonly (readonly number[])[],
  { population }: WorkflowDefinition,
  given: readonly boolean[],
  joint: readonly string[],
): number[][] {
  const alone = population.attributes.map(({ id }, k) => ({ isGiven: given[k]!, isJoint: joint.includes(id) }));
  // The joint table stands first, as one.
  const isObserved = [
    ...(joint.length > 0 ? [true] : []),
    ...alone.flatMap(({ isGiven, isJoint }) => (isJoint ? [] : [!isGiven])),
  ];
  let next = 0;
  const places = isObserved.map((seen) => (seen ? next++ : -1));
  return places.map((i, row) => places.map((k, column) => (i < 0 || k < 0 ? Number(row === column) : matrix[i]![k]!)));
}
