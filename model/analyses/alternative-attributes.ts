import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { hasCategories } from '../definition/population.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Factor, Shape } from '../definition/product.schema.js';
import { expandFactors, type LinearModel, type LinearTerm } from '../equations/linear-model.js';
import { shapeOf } from '../equations/products/shape.js';
import { quantileAt, quantileTable } from '../population/quantile-function.js';
import { conditionalLogit } from '../families/conditional-logit/conditional-logit.family.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';

/** A level of an attribute of alternatives: its utility is the sum of coefficient × weight. */
export interface AttributeLevel {
  readonly id: string;
  readonly label: string;
  /** Null for a category. */
  readonly value: number | null;
  readonly weights: ReadonlyMap<string, number>;
}

/** An attribute that alternatives have in common, with the same coefficients: the price or the brand of each. */
export interface AlternativeAttribute {
  readonly id: string;
  readonly label: string;
  /** Null for categories. */
  readonly unit: string | null;
  readonly kind: 'number' | 'categories';
  readonly levels: readonly AttributeLevel[];
  /** Lowest and highest number in the data. */
  readonly range: readonly [number, number] | null;
  readonly coefficients: readonly string[];
  /** Attribute of the population, or the parameter, with the value of each alternative. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Whether a decision is a choice between alternatives, so that attributes of alternatives have part-worths. */
export const isChoiceBetweenAlternatives = (
  definition: WorkflowDefinition,
): definition is WorkflowOf<ConditionalLogit> => definition.decision.family === 'conditional_logit';

/** More numbers have their 5% and 95% quantiles as levels. */
const maxNumberLevels = 8;

/**
 * Finds the attributes of alternatives with one coefficient for all: each alternative has its own source of the value, and the terms with it
 * have no other attribute. Attributes whose effect depends on the agent are left out, by label.
 */
export function attributesOfAlternatives(definition: WorkflowOf<ConditionalLogit>): {
  attributes: AlternativeAttribute[];
  leftOut: string[];
} {
  const model = conditionalLogit.linear(definition.decision);
  const uses = usesOf(definition, model);
  const groups = joinedByCoefficient(uses.filter(({ isAlone }) => isAlone));
  const mixed = new Set(uses.filter(({ isAlone }) => !isAlone).map(({ source }) => source));
  const found = groups.flatMap((own) => attributeOf(definition, model, own) ?? []);
  const isMixed = ({ sources }: AlternativeAttribute) => [...sources.values()].some((source) => mixed.has(source));
  return {
    attributes: found.filter((one) => !isMixed(one)),
    leftOut: found.filter(isMixed).map(({ label }) => label),
  };
}

/** A product of a term in one alternative, with one attribute of the population, or with a parameter in its place. */
interface Use {
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

function usesOf(definition: WorkflowOf<ConditionalLogit>, model: LinearModel): Use[] {
  const baseline = baselineScenario(definition);
  const ofTerm = (term: LinearTerm, alternative: string): Use[] => {
    const factors = expandFactors(model, term, alternative);
    const own = factors.filter((factor) => attributeIn(factor) !== undefined);
    const others = factors.filter((factor) => attributeIn(factor) === undefined);
    const numbers = others.filter((factor) => 'parameter' in factor);
    const [first] = own.length > 0 ? own : numbers;
    const isPlain = others.every((factor) => 'constant' in factor || 'parameter' in factor || 'indicator' in factor);
    if (!first || !isPlain) return [];
    const rest = others.filter((factor) => factor !== first);
    const weight = rest.reduce((product, factor) => product * atBaseline(factor, baseline), term.scale);
    if (weight === 0) return [];
    const range = 'indicator' in first && !('in' in first.indicator);
    const categories = 'indicator' in first && 'in' in first.indicator ? first.indicator.in : undefined;
    const common = { alternative, coefficient: term.coefficient, weight, categories };
    const shape: Shape = 'indicator' in first ? {} : (first as Shape);
    const isAlone = own.length <= 1 && !range;
    const sources =
      own.length > 0 ? own.map((factor) => attributeIn(factor)!) : [(first as { parameter: string }).parameter];
    return sources.map((source) => ({ ...common, source, shape, isAlone, isParameter: own.length === 0 }));
  };
  const all = model.terms.flatMap((term) => term.equations.flatMap((alternative) => ofTerm(term, alternative)));
  const withAttribute = new Set(
    all.flatMap((use) => (use.isParameter ? [] : [`${use.coefficient} ${use.alternative}`])),
  );
  return all.filter(
    ({ isParameter, coefficient, alternative }) => !isParameter || !withAttribute.has(`${coefficient} ${alternative}`),
  );
}

function attributeIn(factor: Factor): string | undefined {
  if ('attribute' in factor) return factor.attribute;
  return 'indicator' in factor && 'attribute' in factor.indicator ? factor.indicator.attribute : undefined;
}

/** Value of a factor without attribute in the baseline scenario. */
function atBaseline(factor: Factor, baseline: Readonly<Record<string, number | string>>): number {
  if ('constant' in factor) return factor.constant;
  if ('parameter' in factor) return shapeOf(factor)(Number(baseline[factor.parameter]));
  if (!('indicator' in factor) || !('parameter' in factor.indicator)) return 1;
  const { parameter, ...condition } = factor.indicator;
  const value = baseline[parameter]!;
  if ('in' in condition) return Number(condition.in.includes(String(value)));
  return Number(Number(value) >= (condition.at_least ?? -Infinity) && Number(value) <= (condition.at_most ?? Infinity));
}

/** Uses in groups whose coefficients are connected, such as those of the levels of a brand. */
function joinedByCoefficient(uses: readonly Use[]): Use[][] {
  const parent = new Map<string, string>();
  const rootOf = (id: string): string => {
    const own = parent.get(id) ?? id;
    return own === id ? id : rootOf(own);
  };
  const bySource = groupedBy(uses, ({ source, alternative }) => `${alternative} ${source}`);
  for (const own of bySource)
    for (const { coefficient } of own) parent.set(rootOf(coefficient), rootOf(own[0]!.coefficient));
  return groupedBy(uses, ({ coefficient }) => rootOf(coefficient));
}

function groupedBy(uses: readonly Use[], keyOf: (use: Use) => string): Use[][] {
  const groups = new Map<string, Use[]>();
  for (const use of uses) groups.set(keyOf(use), [...(groups.get(keyOf(use)) ?? []), use]);
  return [...groups.values()];
}

function attributeOf(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  uses: readonly Use[],
): AlternativeAttribute | undefined {
  const sources = new Map(uses.map(({ alternative, source }) => [alternative, source]));
  // A variable of the agent has the same source in all alternatives.
  if (
    new Set(sources.values()).size < 2 ||
    new Set(uses.map((use) => `${use.alternative} ${use.source}`)).size > sources.size
  )
    return undefined;
  const coefficients = [...new Set(uses.map(({ coefficient }) => coefficient))];
  const isCategories = uses.every(({ categories }) => categories !== undefined);
  if (!isCategories && uses.some(({ categories }) => categories !== undefined)) return undefined;
  const numbers = isCategories ? undefined : numbersOf(definition, [...sources.values()]);
  const levels = numbers ? numberLevels(numbers.shown, uses) : categoryLevels(definition, sources, uses);
  if (levels.length < 2) return undefined;
  const variable = model.variables.find(({ id }) =>
    model.terms.some(
      ({ coefficient, factors }) =>
        coefficients.includes(coefficient) && factors.some((factor) => 'variable' in factor && factor.variable === id),
    ),
  );
  const { id, label } = variable ?? commonName(model, coefficients, isCategories);
  const range = numbers?.range ?? null;
  const unit = numbers ? (variable?.unit ?? unitOf(definition, uses[0]!.source)) : null;
  return { id, label, unit, kind: numbers ? 'number' : 'categories', levels, range, coefficients, sources };
}

/** Numbers of the data of all alternatives: all different ones, or their 5% quantile, their median and their 95% quantile. */
function numbersOf(
  { population, scenario }: WorkflowDefinition,
  sources: readonly string[],
): Pick<AlternativeAttribute, 'range'> & { shown: readonly number[] } {
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

function numberLevels(shown: readonly number[], uses: readonly Use[]): AttributeLevel[] {
  const first = uses.filter(({ alternative }) => alternative === uses[0]!.alternative);
  return shown.map((value) => ({
    ...{ id: String(value), label: String(value), value },
    weights: weightsOf(first, (use) => shapeOf(use.shape)(value)),
  }));
}

function categoryLevels(
  { population }: WorkflowDefinition,
  sources: ReadonlyMap<string, string>,
  uses: readonly Use[],
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

function weightsOf(uses: readonly Use[], valueOf: (use: Use) => number): Map<string, number> {
  const weights = new Map<string, number>();
  for (const use of uses) {
    const weight = use.weight * valueOf(use);
    if (weight !== 0) weights.set(use.coefficient, (weights.get(use.coefficient) ?? 0) + weight);
  }
  return weights;
}

const unitOf = ({ population }: WorkflowDefinition, source: string): string | null =>
  population.attributes.find(({ id }) => id === source)?.unit ?? null;

/** The name of an attribute from those of its coefficients: `brand`, “Brand” for `brand_bolt`, “Brand: Bolt”. */
function commonName(
  { coefficients: all }: LinearModel,
  coefficients: readonly string[],
  isCategories: boolean,
): { id: string; label: string } {
  const own = all.filter(({ id }) => coefficients.includes(id));
  const [first] = own;
  if (!isCategories) return { id: first!.id, label: first!.label };
  const common = (texts: readonly string[], separator: string) => {
    const parts = texts.map((text) => text.split(separator));
    const length = parts[0]!.findIndex(
      (part, k) => k === parts[0]!.length - 1 || parts.some((other) => other[k] !== part),
    );
    return parts[0]!.slice(0, Math.max(1, length)).join(separator);
  };
  return {
    id: common(
      own.map(({ id }) => id),
      '_',
    ),
    label: common(
      own.map(({ label }) => label),
      ': ',
    ),
  };
}
