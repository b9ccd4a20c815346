import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import {
  type AlternativeAttribute,
  attributesOfAlternatives,
  isChoiceBetweenAlternatives,
} from './alternative-attributes.js';

/** What defines a product of a choice whose alternatives are places, such as the concepts of a conjoint. */
export interface ProductAttributes {
  readonly attributes: readonly AlternativeAttribute[];
  /** The places, which products replace. */
  readonly places: readonly string[];
}

/** A name that only numbers: `1`, `Concept 2`. */
const numbered = /^(.*?)\d+$/;

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
