import type { Table } from '../../fitting/rows/table.js';
import { scalar, textScalar } from '../parse-spec.js';

const maxOpen = 8;

/**
 * Lines with the units of numbers: the ones that the cells name, and a comment for the others.
 *
 * @param numbers columns, and variables of alternatives
 * @param columns columns of the variables of alternatives, such as `price_train`
 */
export function unitLines(
  { units = new Map() }: Table,
  numbers: readonly string[],
  columns: readonly string[],
): string[] {
  const unitOf = (name: string) => {
    const own = units.get(name);
    if (own !== undefined) return own;
    const found = new Set(
      columns.filter((column) => column.split(/[_.]/).includes(name)).map((column) => units.get(column)),
    );
    return found.size === 1 ? [...found][0] : undefined;
  };
  const known = numbers.flatMap((name) => {
    const unit = unitOf(name);
    return unit === undefined ? [] : [`${scalar(name)}: ${textScalar(unit)}`];
  });
  const open = numbers.filter((name) => unitOf(name) === undefined).slice(0, maxOpen);
  return [
    ...(known.length > 0 ? [`units: { ${known.join(', ')} }   # as the cells state`] : []),
    ...(open.length > 0
      ? [
          `# units: { ${open.map((name) => `${scalar(name)}: …`).join(', ')} }   # units of numbers, for texts, such as USD`,
        ]
      : []),
  ];
}
