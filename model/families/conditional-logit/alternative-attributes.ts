import type { WorkflowDefinition, WorkflowOf } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import type { Factor, Shape } from '../../definition/product.schema.js';
import { expandFactors, type LinearModel, type LinearTerm } from '../../equations/linear-model.js';
import { shapeOf } from '../../equations/products/shape.js';
import { type AttributeLevel, type AttributeUse, categoryLevels, numberLevels, numbersOf } from './attribute-levels.js';
import { conditionalLogit } from './conditional-logit.family.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';

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

function usesOf(definition: WorkflowOf<ConditionalLogit>, model: LinearModel): AttributeUse[] {
  const baseline = baselineScenario(definition);
  const ofTerm = (term: LinearTerm, alternative: string): AttributeUse[] => {
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
function joinedByCoefficient(uses: readonly AttributeUse[]): AttributeUse[][] {
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

function groupedBy(uses: readonly AttributeUse[], keyOf: (use: AttributeUse) => string): AttributeUse[][] {
  const groups = new Map<string, AttributeUse[]>();
  for (const use of uses) groups.set(keyOf(use), [...(groups.get(keyOf(use)) ?? []), use]);
  return [...groups.values()];
}

function attributeOf(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  uses: readonly AttributeUse[],
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
  const common = (key: 'id' | 'label', separator: string) => {
    const [parts, ...others] = own.map((coefficient) => coefficient[key].split(separator)) as [string[], ...string[][]];
    const length = parts.findIndex((part, k) => k === parts.length - 1 || others.some((other) => other[k] !== part));
    return parts.slice(0, Math.max(1, length)).join(separator);
  };
  return { id: common('id', '_'), label: common('label', ': ') };
}
/** What defines a product of a choice whose alternatives are places, such as the concepts of a conjoint. */
export interface ProductAttributes {
  readonly attributes: readonly AlternativeAttribute[];
  /** The places, which products replace. */
  readonly places: readonly string[];
}

const numbered = /^(.*?)(?<!\d)\d+$/;

/**
 * The attributes that define products: alternatives with numbers in place of names have them all. Undefined if alternatives have names,
 * because their constants then contain more than their attributes, or if the effect of an attribute depends on the agent.
 */
export function productAttributesOf(definition: WorkflowDefinition): ProductAttributes | undefined {
  if (!isChoiceBetweenAlternatives(definition)) return undefined;
  const { alternatives, periods } = definition.decision;
  const { attributes, leftOut } = attributesOfAlternatives(definition);
  if (attributes.length === 0 || leftOut.length > 0 || periods) return undefined;
  const places = alternatives.filter(({ id }) => attributes.every(({ sources }) => sources.has(id)));
  const others = alternatives.filter(({ id }) => attributes.some(({ sources }) => sources.has(id)));
  const names = new Set(places.map(({ label }) => numbered.exec(label)?.[1]));
  if (places.length < 2 || others.length > places.length || names.size > 1 || names.has(undefined)) return undefined;
  return { attributes, places: places.map(({ id }) => id) };
}
