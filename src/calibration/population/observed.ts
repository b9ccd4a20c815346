import type { CategoryAttribute, NumericAttribute, PopulationDefinition } from '../../engine/definition.js';

type Category = Omit<CategoryAttribute['categories'][number], 'probability'>;

/** Attribute with categories, and the category of each row. */
export interface ObservedCategories extends Pick<CategoryAttribute, 'type' | 'id' | 'label' | 'unit'> {
  readonly categories: readonly Category[];
  /** Positions in `categories`; -1 if unknown. */
  readonly codes: ArrayLike<number>;
}

/** Numeric attribute, in its unit, and its value in each row. */
export interface ObservedNumbers extends Pick<NumericAttribute, 'type' | 'id' | 'label' | 'unit'> {
  /** NaN if unknown. */
  readonly values: ArrayLike<number>;
}

export type ObservedAttribute = ObservedCategories | ObservedNumbers;

/** Respondents whose population is estimated. */
export interface ObservedPopulation {
  /** The population of the definition without its attributes. */
  readonly about: Omit<PopulationDefinition, 'attributes' | 'joint' | 'correlation'>;
  readonly attributes: readonly ObservedAttribute[];
  /** Ids of the attributes with categories that form a joint table. */
  readonly joint?: readonly string[];
  /** Respondents that each row represents. Default: 1. */
  readonly weights?: ArrayLike<number>;
}

/** Whether an attribute has categories. */
export function hasCodes(observed: ObservedAttribute): observed is ObservedCategories {
  return 'codes' in observed;
}

/** Number of rows. */
export function rowsOf(observed: ObservedAttribute): number {
  return hasCodes(observed) ? observed.codes.length : observed.values.length;
}
