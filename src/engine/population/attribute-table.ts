import { type Column, emptyColumn } from '../columns/column.js';
import { type Attribute, hasCategories } from '../definition/population.schema.js';

/** A struct of arrays: one column for each attribute, in the order of the definition. */
export interface AttributeTable {
  readonly count: number;
  readonly columns: readonly Column[];
}

/** The empty column of an attribute: categories as `category`, integers as `int32`, continuous ones as `float64`. */
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
