import type { Column } from '../columns/column.js';

/** The columns of a simulation that depend on its definition and seed only, and not on the scenario: attributes and draws of assignments. */
export function peopleOf(columns: readonly Column[]): Column[] {
  return columns.filter(({ name }) => /^(attribute|assignment_draw)\./.test(name));
}
