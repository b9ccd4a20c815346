/** Formats a document with two spaces per level and each list of numbers on one line. Equal documents produce equal text. */
export function jsonText(document: unknown): string {
  return `${valueText(document, '')}\n`;
}

function valueText(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    if (value.every((item) => typeof item === 'number'))
      return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    return `[\n${value.map((item) => deeper + valueText(item, deeper)).join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${valueText(item, deeper)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
