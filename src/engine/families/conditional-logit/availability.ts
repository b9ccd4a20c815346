import { type Attribute, hasCategories } from '../../definition/population.schema.js';
import { type AttributeTable } from '../../population/attribute-table.js';
import { type ConditionalLogit } from './schema.js';

/** Who has an alternative: 1 or 0 by category of one attribute. Nothing: everybody. */
export type Availability = { readonly position: number; readonly table: Uint8Array } | undefined;

export function compileAvailability(
  { alternatives }: ConditionalLogit,
  attributes: readonly Attribute[],
): readonly Availability[] {
  return alternatives.map(({ available_when: condition }) => {
    if (!condition) return undefined;
    const position = attributes.findIndex((attribute) => attribute.id === condition.attribute);
    const attribute = attributes[position];
    const categories = attribute && hasCategories(attribute) ? attribute.categories : [];
    return { position, table: Uint8Array.from(categories, (category) => Number(condition.in.includes(category.id))) };
  });
}

/** 1 or 0 for each agent: who has each alternative. */
export function availabilityOf(availability: readonly Availability[], people: AttributeTable): Uint8Array[] {
  return availability.map((who) => {
    const available = new Uint8Array(people.count);
    if (!who) return available.fill(1);
    const { values } = people.columns[who.position]!;
    for (let row = 0; row < available.length; row++) available[row] = who.table[values[row]!]!;
    return available;
  });
}
