import type { CaseStudy } from '../../workflow/use-workflow';
import type { CsvSample } from './csv-sample';

export type Attribute = CaseStudy['attributes'][number];

/** How the columns of a file become attributes. */
export interface Mapping {
  /** Column by attribute. An attribute without a column is drawn. */
  columns: Readonly<Record<string, string>>;
  /** Group by attribute and value in the file. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Column of the weights; empty for equal weights. */
  weight: string;
}

/** More different values are no names of categories. */
const maxValues = 30;
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Maps columns to attributes with the same id or name, then to those whose name contains the other. */
export function guessMapping(attributes: readonly Attribute[], { header }: CsvSample): Mapping {
  const columns: Record<string, string> = {};
  const isFree = (name: string) => !Object.values(columns).includes(name);
  const guess = (matches: (column: string, names: string[]) => boolean) => {
    for (const { id, label } of attributes) {
      if (id in columns) continue;
      const names = [wordsOf(id), wordsOf(label)];
      const found = header.find((name) => isFree(name) && matches(wordsOf(name), names));
      if (found !== undefined) columns[id] = found;
    }
  };
  guess((column, names) => names.includes(column));
  guess(
    (column, [id = '', label = '']) => column !== '' && (column.split(' ').includes(id) || label.startsWith(column)),
  );
  return { columns, values: {}, weight: header.find((name) => isFree(name) && /^weights?$/i.test(name)) ?? '' };
}

/** The columns that no attribute uses. */
export const unusedColumns = ({ header }: CsvSample, { columns, weight }: Mapping) =>
  header.filter((name) => name !== weight && !Object.values(columns).includes(name));

/** The attributes that are drawn from the published population. */
export const drawnAttributes = (attributes: readonly Attribute[], { columns }: Mapping) =>
  attributes.filter(({ id }) => columns[id] === undefined);

/** Values of a column that name no group of its attribute. */
export function unknownValues(
  { id, has_categories, groups }: Attribute,
  sample: CsvSample,
  mapping: Mapping,
): string[] {
  const position = sample.header.indexOf(mapping.columns[id] ?? '');
  if (!has_categories || position < 0) return [];
  const known = new Set(groups.flatMap((group) => [group.id.toLowerCase(), group.label.toLowerCase()]));
  const values = new Set(sample.rows.map((row) => (row[position] ?? '').trim()));
  // The separators of the query parameter cannot be in a value.
  const unknown = [...values].filter((text) => text !== '' && !known.has(text.toLowerCase()) && !/[:,]/.test(text));
  return unknown.length <= maxValues ? unknown : [];
}

/** The query parameters of the upload. */
export function uploadQuery(workflowId: string, name: string, { columns, values, weight }: Mapping): URLSearchParams {
  const query = new URLSearchParams({ workflow_id: workflowId });
  if (name !== '') query.set('name', name);
  if (weight !== '') query.set('weight', weight);
  for (const [id, column] of Object.entries(columns)) {
    query.set(`columns[${id}]`, column);
    const pairs = Object.entries(values[id] ?? {}).filter(([, group]) => group !== '');
    if (pairs.length > 0) query.set(`values[${id}]`, pairs.map((pair) => pair.join(':')).join(','));
  }
  return query;
}
