import type { TermFactor } from '../definition/product.schema.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { hasCategories } from '../definition/population.schema.js';
import type { AppliesTo } from './trade-off.js';
import {
  attributesOfAlternatives,
  isChoiceBetweenAlternatives,
} from '../families/conditional-logit/alternative-attributes.js';
import { familyOf } from '../families/family-of.js';
import type { LinearTerm } from '../equations/linear-model.js';

/** Utility of one unit of a feature, as a sum of coefficient × weight. */
export interface Effect {
  readonly terms: readonly { readonly coefficient: string; readonly weight: number }[];
  /** Additional summands for some agents. */
  readonly interactions: readonly {
    readonly appliesTo: AppliesTo;
    readonly coefficient: string;
    readonly weight: number;
  }[];
  /** Ids of terms that are left out, because their effect has another form, such as a product with a number of the agent. */
  readonly leftOut: readonly string[];
}

/**
 * Reads the effect of one unit of a feature from the terms that have it.
 *
 * @param isFeature whether a factor is the feature. It is left out of the product
 */
export function effectOf(
  definition: WorkflowDefinition,
  terms: readonly LinearTerm[],
  isFeature: (factor: TermFactor) => boolean,
): Effect {
  const plain: Effect['terms'][number][] = [];
  const interactions: Effect['interactions'][number][] = [];
  const leftOut: string[] = [];
  const hasOtherShape = otherShape(definition, isFeature);
  for (const term of terms) {
    const others = term.factors.filter((factor) => !isFeature(factor));
    const weight = others.reduce(
      (product, factor) => product * ('constant' in factor ? factor.constant : 1),
      term.scale,
    );
    const varying = others.filter((factor) => !('constant' in factor));
    const [first] = varying;
    const appliesTo = varying.length === 1 && first ? appliesToOf(definition, first) : undefined;
    const hasFeature = others.length < term.factors.length && !term.factors.some(hasOtherShape);
    if (!hasFeature || (varying.length > 0 && !appliesTo)) leftOut.push(term.id);
    else if (appliesTo) interactions.push({ appliesTo, coefficient: term.coefficient, weight });
    else plain.push({ coefficient: term.coefficient, weight });
  }
  return { terms: plain, interactions, leftOut };
}

/** A transformed feature has no constant utility of one unit. */
function otherShape({ decision }: WorkflowDefinition, isFeature: (factor: TermFactor) => boolean) {
  const { variables } = familyOf(decision).linear(decision);
  const hasPower = (id: string) => variables.find((variable) => variable.id === id)?.box_cox !== undefined;
  return (factor: TermFactor) =>
    isFeature(factor) &&
    (('transform' in factor && factor.transform !== undefined) ||
      'scale' in factor ||
      'part' in factor ||
      ('variable' in factor && hasPower(factor.variable)));
}

function appliesToOf({ population }: WorkflowDefinition, factor: TermFactor): AppliesTo | undefined {
  if (!('indicator' in factor) || !('attribute' in factor.indicator) || !('in' in factor.indicator)) return undefined;
  const { attribute: id, in: categories } = factor.indicator;
  const attribute = population.attributes.find((one) => one.id === id);
  if (!attribute || !hasCategories(attribute)) return undefined;
  const labels = attribute.categories.filter((one) => categories.includes(one.id)).map(({ label }) => label);
  return { attribute: id, label: `${attribute.label}: ${labels.join(' or ')}`, categories: [...categories] };
}

/** A latent class, or all agents of a decision without classes. */
export interface TradeOffClass {
  readonly id: string | null;
  readonly label: string | null;
}

export function classesOf({ decision }: WorkflowDefinition): readonly TradeOffClass[] {
  return ('classes' in decision && decision.classes) || [{ id: null, label: null }];
}

/** A property of alternatives that agents may pay for. */
export interface NamedFeature {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
}

/** Categories of alternatives, such as a brand, compared with the one without coefficient. */
export function categoryEffects(definition: WorkflowDefinition): FeatureEffect[] {
  if (!isChoiceBetweenAlternatives(definition)) return [];
  const { attributes } = attributesOfAlternatives(definition);
  return attributes.flatMap(({ id, label, kind, levels, sources }) => {
    const [reference, ...others] = levels;
    if (kind !== 'categories' || reference!.weights.size > 0) return [];
    return others.map((level) => ({
      feature: { id: `${id}_${level.id}`, label: `${label}: ${level.label} instead of ${reference!.label}`, unit: '' },
      alternatives: [...sources.keys()],
      effect: {
        terms: Array.from(level.weights, ([coefficient, weight]) => ({ coefficient, weight })),
        interactions: [],
        leftOut: [],
      },
    }));
  });
}

/** The effect of a feature in the alternatives with the same terms. */
export interface FeatureEffect {
  readonly feature: NamedFeature;
  readonly alternatives: string[];
  readonly effect: Effect;
}
