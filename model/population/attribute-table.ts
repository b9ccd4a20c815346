import { type Column, emptyColumn } from '../columns/column.js';
import { type Attribute, hasCategories } from '../definition/population.schema.js';

/** Attributes of `count` agents: one column per attribute, in the order of the definition. */
export interface AttributeTable {
  readonly count: number;
  readonly columns: readonly Column[];
}

/** Empty column of an attribute: `category` for categories, `int32` for integers, `float64` for continuous values. */
export function attributeColumn(attribute: Attribute, length: number): Column {
  const name = `attribute.${attribute.id}`;
  if (hasCategories(attribute)) {
    return emptyColumn(
      { name, type: 'category', categories: attribute.categories.map((category) => category.id) },
      length,
    );
  }
  return emptyColumn({ name, type: attribute.type === 'integer' ? 'int32' : 'float64' }, length);
}
