import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Factor, TermFactor } from '../definition/product.schema.js';
import type { IssueList } from '../definition/issue-list.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { shapeOf } from '../equations/products/shape.js';
import {
  type AlternativeAttribute,
  productAttributesOf,
  type ProductAttributes,
} from '../families/conditional-logit/alternative-attributes.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';

/** A product that the scenario offers, defined by all its attributes. */
export interface Product {
  readonly id: string;
  readonly label: string;
  /** Noun phrase for transcripts. Default: the label. */
  readonly noun?: string | undefined;
  /** A number or the id of a level, by attribute. */
  readonly attributes: Readonly<Record<string, number | string>>;
}

type Definition = WorkflowOf<ConditionalLogit>;
type Term = ConditionalLogit['terms'][number];

/** Adds the issues of products: each has a known value of every attribute. */
export function checkProducts(
  list: IssueList,
  products: readonly Product[],
  { attributes }: ProductAttributes,
  taken: ReadonlySet<string>,
): void {
  const used = new Set(taken);
  const known = new Set(attributes.map(({ id }) => id));
  products.forEach(({ id, attributes: values }, index) => {
    const path = ['alternatives', 'products', index];
    if (used.has(id)) list.add([...path, 'id'], `"${id}" is already the id of an outcome or outcome group; rename it`);
    used.add(id);
    for (const name of Object.keys(values)) list.known([...path, 'attributes', name], name, known, 'attribute');
    for (const { id: name, kind, levels } of attributes) {
      const value = values[name];
      const own = [...path, 'attributes', name];
      if (value === undefined) list.add(own, 'is missing: a product has a value of every attribute');
      else if (kind === 'number' && typeof value !== 'number') list.add(own, 'must be a number');
      else if (kind === 'categories')
        list.known(own, String(value), new Set(levels.map((level) => level.id)), `level of ${name}`);
    }
  });
}

/**
 * Replaces the places of a choice by products. The baseline keeps the places. A product has the utility of its levels, and the mean of the
 * constants and of other terms of the places, because it has no place itself.
 */
export function offerProducts(
  definition: Definition,
  products: readonly Product[],
  { attributes, places }: ProductAttributes,
): Definition {
  const { decision } = definition;
  const replaced: Definition = {
    ...definition,
    decision: {
      ...decision,
      alternatives: decision.alternatives.map((alternative) =>
        places.includes(alternative.id) ? { ...alternative, offered_in: 'baseline' as const } : alternative,
      ),
    },
  };
  const known = new Set(definition.population.attributes.map(({ id }) => id));
  const keyOf = (source: string) => `${known.has(source) ? 'attribute' : 'parameter'}.${source}`;
  const context: Context = {
    ...{ published: decision, places, attributes, keyOf },
    baseline: baselineScenario(definition),
    own: ownParameters(decision, places),
    ofPlaces: new Set(attributes.flatMap(({ sources }) => Array.from(sources.values(), keyOf))),
  };
  return products.reduce((edited, product, index) => withProduct(edited, product, index, context), replaced);
}

interface Context {
  readonly published: ConditionalLogit;
  readonly places: readonly string[];
  readonly baseline: Scenario;
  readonly attributes: readonly AlternativeAttribute[];
  /** Name of a source of an attribute, as of {@link sourceOf}. */
  readonly keyOf: (source: string) => string;
  /** Parameters of one place only, which have no effect on products. */
  readonly own: ReadonlySet<string>;
  /** Sources of the attributes of places. */
  readonly ofPlaces: ReadonlySet<string>;
}

function withProduct(
  definition: Definition,
  { id, label, noun = label, attributes: values }: Product,
  index: number,
  context: Context,
): Definition {
  const { decision, narrative } = definition;
  const { published, places, attributes, keyOf } = context;
  const place = places[0]!;
  const valueOf = new Map(attributes.map((own) => [keyOf(own.sources.get(place)!), values[own.id]!]));
  const settle = (factors: readonly TermFactor[]) => settled(factors, valueOf, context);
  const variables = decision.variables.map((variable) => {
    const factors = variable.alternatives[place];
    if (!factors) return variable;
    const { constant, others } = settle(factors);
    return {
      ...variable,
      alternatives: { ...variable.alternatives, [id]: [{ constant }, ...(others as Factor[])] },
    };
  });
  const added: { from: string; term: Term }[] = [];
  const joined = new Set<string>();
  for (const term of published.terms) {
    const inPlaces = term.alternatives.filter((alternative) => places.includes(alternative)).length;
    if (inPlaces === places.length) joined.add(term.id);
    const isOfPlace = term.factors.some((factor) => readsPlace(factor, context));
    if (inPlaces === 0 || joined.has(term.id) || (isOfPlace && !term.alternatives.includes(place))) continue;
    const { constant, others } = settle(term.factors);
    const scale = term.scale * constant * (isOfPlace ? 1 : inPlaces / places.length);
    const termId = `product_${index + 1}_term_${added.length + 1}`;
    if (scale !== 0)
      added.push({ from: term.id, term: { ...term, id: termId, scale, factors: others, alternatives: [id] } });
  }
  return {
    ...definition,
    narrative: {
      ...narrative,
      reasons: narrative.reasons.map((reason) => ({
        ...reason,
        terms: [...reason.terms, ...added.filter(({ from }) => reason.terms.includes(from)).map(({ term }) => term.id)],
      })),
    },
    decision: {
      ...decision,
      alternatives: [...decision.alternatives, { id, label, noun, offered_in: 'scenario' as const }],
      variables,
      terms: [
        ...decision.terms.map((term) =>
          joined.has(term.id) ? { ...term, alternatives: [...term.alternatives, id] } : term,
        ),
        ...added.map(({ term }) => term),
      ],
    },
  };
}

/** Factors with the values of a product in place of those of a place: their constant, and the other factors. */
function settled(
  factors: readonly TermFactor[],
  valueOf: ReadonlyMap<string, number | string>,
  { baseline, own }: Context,
): { constant: number; others: TermFactor[] } {
  let constant = 1;
  const others: TermFactor[] = [];
  for (const factor of factors) {
    const source = sourceOf(factor);
    const value =
      source === undefined
        ? undefined
        : (valueOf.get(source) ?? (own.has(source) ? baseline[idOf(source)] : undefined));
    if ('constant' in factor) constant *= factor.constant;
    else if (value === undefined) others.push(factor);
    else constant *= numberOf(factor, value);
  }
  return { constant, others };
}

/** Value of a factor whose attribute or parameter has a known value. */
function numberOf(factor: TermFactor, value: number | string): number {
  if (!('indicator' in factor)) return shapeOf(factor as Parameters<typeof shapeOf>[0])(Number(value));
  const { indicator } = factor;
  if ('in' in indicator) return Number(indicator.in.includes(String(value)));
  return Number(Number(value) >= (indicator.at_least ?? -Infinity) && Number(value) <= (indicator.at_most ?? Infinity));
}

/** The attribute or the parameter that a factor reads: both can have the same id. */
function sourceOf(factor: TermFactor): string | undefined {
  const read: object = 'indicator' in factor ? factor.indicator : factor;
  if ('attribute' in read) return `attribute.${read.attribute as string}`;
  return 'parameter' in read ? `parameter.${read.parameter as string}` : undefined;
}

const idOf = (source: string): string => source.slice(source.indexOf('.') + 1);

function readsPlace(factor: TermFactor, { own, ofPlaces }: Context): boolean {
  const source = sourceOf(factor);
  return source !== undefined && (own.has(source) || ofPlaces.has(source));
}

/** Parameters without an effect while the scenario offers products: those of one place. Empty if a workflow has no products. */
export function parametersOfPlaces(definition: WorkflowDefinition): string[] {
  const own = productAttributesOf(definition);
  return own ? [...ownParameters(definition.decision as ConditionalLogit, own.places)].map(idOf) : [];
}

/** Parameters that terms or variables of exactly one place read. */
function ownParameters({ terms, variables }: ConditionalLogit, places: readonly string[]): Set<string> {
  const readers = new Map<string, Set<string>>();
  const add = (factors: readonly TermFactor[], alternatives: readonly string[]) => {
    for (const source of factors.map(sourceOf)) {
      if (!source?.startsWith('parameter.')) continue;
      const known = readers.get(source) ?? new Set();
      for (const alternative of alternatives) known.add(alternative);
      readers.set(source, known);
    }
  };
  for (const { factors, alternatives } of terms) add(factors, alternatives);
  for (const { alternatives } of variables)
    for (const [alternative, factors] of Object.entries(alternatives)) add(factors, [alternative]);
  return new Set(
    [...readers].filter(([, known]) => known.size === 1 && places.includes([...known][0]!)).map(([id]) => id),
  );
}
