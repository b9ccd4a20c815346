import { type PopulationDefinition } from '../../engine/definition/population.schema.js';
import { EngineError } from '../../engine/engine-error.js';
import { fitCopula } from './fit-copula.js';
import { latentsOf, type Grouped } from './latents.js';
import {
  hasCodes,
  rowsOf,
  type ObservedAttribute,
  type ObservedCategories,
  type ObservedPopulation,
} from './observed.js';

/**
 * The population of a definition from observed people: the margin of each attribute, the joint table where one is asked for, and the
 * Gaussian copula by which simulated people have the rank correlations of the observed ones.
 *
 * What is not known of a row is left out of that margin and of the pairs it belongs to; a pair never known together is independent.
 * The joint table holds its combinations exactly. The copula ties it to the other attributes by one number, so attributes that matter
 * each in their own way to the others are better left to the copula.
 *
 * @throws EngineError `invalid_argument` where columns differ in length, hold a code that is no category, or nobody is known
 */
export function fitPopulation(observed: ObservedPopulation): PopulationDefinition {
  const { about, attributes, weights } = observed;
  checkColumns(observed);
  const latents = latentsOf(grouped(observed), weights);
  const made = new Map(latents.flatMap((latent) => latent.attributes.map((attribute) => [attribute.id, attribute])));
  const joint = latents[0]?.joint;
  return {
    ...about,
    attributes: attributes.map(({ id }) => made.get(id)!),
    ...(joint ? { joint } : {}),
    ...(latents.length > 1 ? { correlation: fitCopula(latents, weights) } : {}),
  };
}

function grouped({ attributes, joint = [] }: ObservedPopulation): Grouped {
  const members = joint.map((id) => {
    const member = attributes.find(
      (attribute): attribute is ObservedCategories => attribute.id === id && hasCodes(attribute),
    );
    if (!member) throw invalid(`"${id}" is no attribute with categories, as those of a joint table are.`);
    return member;
  });
  return { members, others: attributes.filter(({ id }) => !joint.includes(id)) };
}

function checkColumns({ attributes, weights }: ObservedPopulation): void {
  const rows = weights?.length ?? (attributes[0] ? rowsOf(attributes[0]) : 0);
  if (weights && Array.from(weights).some((weight) => !(weight >= 0 && weight < Infinity))) {
    throw invalid('Weights are numbers from 0.');
  }
  for (const attribute of attributes) {
    const { id } = attribute;
    if (rowsOf(attribute) !== rows) throw invalid(`"${id}" has ${rowsOf(attribute)} rows where others have ${rows}.`);
    checkValues(attribute);
    const isKnown = (row: number) =>
      hasCodes(attribute) ? attribute.codes[row]! >= 0 : !Number.isNaN(attribute.values[row]!);
    const isCounted = (row: number) => isKnown(row) && (weights?.[row] ?? 1) > 0;
    if (!Array.from({ length: rows }, (_, row) => row).some(isCounted)) throw invalid(`Nothing is known of "${id}".`);
  }
}

function checkValues(attribute: ObservedAttribute): void {
  const { id } = attribute;
  if (hasCodes(attribute)) {
    const { length } = attribute.categories;
    const wrong = Array.from(attribute.codes).find((code) => !Number.isInteger(code) || code >= length);
    if (wrong !== undefined) throw invalid(`"${id}" has the code ${wrong}, but ${length} categories.`);
    return;
  }
  const known = Array.from(attribute.values).filter((value) => !Number.isNaN(value));
  const wrong = known.find((value) => (attribute.type === 'integer' ? (value | 0) !== value : !Number.isFinite(value)));
  if (wrong !== undefined) throw invalid(`"${id}" has the value ${wrong}, which is not ${attribute.type}.`);
}

function invalid(message: string): EngineError {
  return new EngineError('invalid_argument', message);
}
