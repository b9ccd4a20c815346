const decimal = /^\s*[+-]?\d+(,\d+)?\s*$/;
const digit = /\d/;

/**
 * Replaces the decimal commas of columns of numbers by points. A column has decimal commas if all its texts with digits are numbers with or
 * without one comma.
 *
 * @returns names of the changed columns
 */
export function readDecimalCommas(columns: Map<string, string[]>): string[] {
  const changed: string[] = [];
  for (const [name, texts] of columns) {
    if (!texts.some((text) => text.includes(',') && digit.test(text))) continue;
    if (!texts.every((text) => decimal.test(text) || !digit.test(text))) continue;
    columns.set(
      name,
      texts.map((text) => (digit.test(text) ? text.replace(',', '.') : text)),
    );
    changed.push(name);
  }
  return changed;
}
