import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { hasCategories } from '../../definition/population.schema.js';
import type { Shape } from '../../definition/product.schema.js';
import { shapeOf } from '../../equations/products/shape.js';
import { quantileAt, quantileTable } from '../../population/quantile-function.js';

/** A level of an attribute of alternatives: its utility is the sum of coefficient × weight. */
export interface AttributeLevel {
  readonly id: string;
  readonly label: string;
  /** Null for a category. */
  readonly value: number | null;
  readonly weights: ReadonlyMap<string, number>;
}

/** A product of a term in one alternative, with one attribute of the population, or with a parameter in its place. */
export interface AttributeUse {
  readonly alternative: string;
  readonly source: string;
  readonly isParameter: boolean;
  readonly coefficient: string;
  readonly weight: number;
  /** Categories with the product; undefined for a number. */
  readonly categories: readonly string[] | undefined;
  readonly shape: Shape;
  /** Whether no other attribute is in the product. */
  readonly isAlone: boolean;
}

/** More numbers have their 5% and 95% quantiles as levels. */
const maxNumberLevels = 8;

/** Numbers of the data of all alternatives: all different ones, or their 5% quantile, their median and their 95% quantile. */
export function numbersOf(
  { population, scenario }: WorkflowDefinition,
  sources: readonly string[],
): { range: readonly [number, number] | null; shown: readonly number[] } {
  const drawn: number[] = [];
  const different = sources.flatMap((source) => {
    const attribute = population.attributes.find(({ id }) => id === source);
    if (attribute && 'quantiles' in attribute) {
      const table = quantileTable(attribute);
      for (let k = 1; k < points; k++) drawn.push(quantileAt(table, k / points));
      return attribute.quantiles.values;
    }
    const parameter = scenario.parameters.find(({ id }) => id === source);
    return parameter && parameter.type !== 'choice' ? [...parameter.calibrated_range] : [];
  });
  const ordered = [...new Set(different)].sort((a, b) => a - b);
  drawn.sort((a, b) => a - b);
  const at = (share: number) => Number(drawn[Math.round(share * (drawn.length - 1))]!.toPrecision(3));
  const isFew = ordered.length <= maxNumberLevels || drawn.length === 0;
  return {
    range: ordered.length > 0 ? [ordered[0]!, ordered.at(-1)!] : null,
    shown: isFew ? ordered : [...new Set([at(0.05), at(0.5), at(0.95)])],
  };
}

/** Points of the distribution of each alternative. */
const points = 200;

export function numberLevels(shown: readonly number[], uses: readonly AttributeUse[]): AttributeLevel[] {
  const first = uses.filter(({ alternative }) => alternative === uses[0]!.alternative);
  return shown.map((value) => ({
    ...{ id: String(value), label: String(value), value },
    weights: weightsOf(first, (use) => shapeOf(use.shape)(value)),
  }));
}

export function categoryLevels(
  { population }: WorkflowDefinition,
  sources: ReadonlyMap<string, string>,
  uses: readonly AttributeUse[],
): AttributeLevel[] {
  const levels = new Map<string, AttributeLevel>();
  for (const [alternative, source] of sources) {
    const attribute = population.attributes.find(({ id }) => id === source);
    if (!attribute || !hasCategories(attribute)) return [];
    const own = uses.filter((use) => use.alternative === alternative);
    for (const { id, label } of attribute.categories) {
      const weights = weightsOf(own, ({ categories }) => Number(categories!.includes(id)));
      // An alternative without some level has no term of it.
      if ((levels.get(id)?.weights.size ?? -1) < weights.size) levels.set(id, { id, label, value: null, weights });
    }
  }
  return [...levels.values()].toSorted((a, b) => a.weights.size - b.weights.size);
}

function weightsOf(uses: readonly AttributeUse[], valueOf: (use: AttributeUse) => number): Map<string, number> {
  const weights = new Map<string, number>();
  for (const use of uses) {
    const weight = use.weight * valueOf(use);
    if (weight !== 0) weights.set(use.coefficient, (weights.get(use.coefficient) ?? 0) + weight);
  }
  return weights;
}
