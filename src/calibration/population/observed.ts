import {
  type CategoryAttribute,
  type NumericAttribute,
  type PopulationDefinition,
} from '../../engine/definition/population.schema.js';

type Category = Omit<CategoryAttribute['categories'][number], 'probability'>;

/** An attribute with categories, and which one each row has. */
export interface ObservedCategories extends Pick<CategoryAttribute, 'type' | 'id' | 'label' | 'unit'> {
  readonly categories: readonly Category[];
  /** Positions in `categories`; -1 where it is not known. */
  readonly codes: ArrayLike<number>;
}

/** An attribute that is a number, in its unit, and its value in each row. */
export interface ObservedNumbers extends Pick<NumericAttribute, 'type' | 'id' | 'label' | 'unit'> {
  /** NaN where it is not known. */
  readonly values: ArrayLike<number>;
}

export type ObservedAttribute = ObservedCategories | ObservedNumbers;

export interface ObservedPopulation {
  /** What the definition says of the people apart from their attributes. */
  readonly about: Omit<PopulationDefinition, 'attributes' | 'joint' | 'correlation'>;
  readonly attributes: readonly ObservedAttribute[];
  /** Ids of attributes with categories that are counted together in a joint table. */
  readonly joint?: readonly string[];
  /** How many people each row stands for; 1 when left out. */
  readonly weights?: ArrayLike<number>;
}

export function hasCodes(observed: ObservedAttribute): observed is ObservedCategories {
  return 'codes' in observed;
}

export function rowsOf(observed: ObservedAttribute): number {
  return hasCodes(observed) ? observed.codes.length : observed.values.length;
}
