import { type Attribute, hasCategories } from '../../definition/population.schema.js';
import type { AttributeTable } from '../../population/attribute-table.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';

/**
 * Availability of an alternative: 1 or 0 by category of the attribute at `position`. `undefined` means available to every agent, and
 * `not_offered` to none.
 */
export type Availability = { readonly position: number; readonly table: Uint8Array } | 'not_offered' | undefined;

/** Availability of the alternatives under the scenario and under the baseline. */
export interface AvailabilityBySide {
  readonly scenario: readonly Availability[];
  readonly baseline: readonly Availability[];
}

/** Compiles the conditions of the alternatives for the attributes of the population. */
export function compileAvailability(
  { alternatives }: ConditionalLogit,
  attributes: readonly Attribute[],
  side: keyof AvailabilityBySide = 'scenario',
): readonly Availability[] {
  return alternatives.map(({ available_when: condition, offered_in: offeredIn = side }) => {
    if (offeredIn !== side) return 'not_offered';
    if (!condition) return undefined;
    const position = attributes.findIndex((attribute) => attribute.id === condition.attribute);
    const attribute = attributes[position];
    const categories = attribute && hasCategories(attribute) ? attribute.categories : [];
    return { position, table: Uint8Array.from(categories, (category) => Number(condition.in.includes(category.id))) };
  });
}

/** Availability of each alternative, by row: 1 or 0. */
export function availabilityOf(availability: readonly Availability[], attributes: AttributeTable): Uint8Array[] {
  return availability.map((condition) => {
    const available = new Uint8Array(attributes.count);
    if (condition === 'not_offered') return available;
    if (!condition) return available.fill(1);
    const { values } = attributes.columns[condition.position]!;
    for (let row = 0; row < available.length; row++) available[row] = condition.table[values[row]!]!;
    return available;
  });
}
