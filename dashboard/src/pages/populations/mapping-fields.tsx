import type { CaseStudy } from '../../workflow/use-workflow';
import { type FormErrors, SelectField } from '../../components/field';
import type { CsvSample } from './csv-sample';

type Attribute = CaseStudy['attributes'][number];

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

export const unusedColumns = ({ header }: CsvSample, { columns, weight }: Mapping) =>
  header.filter((name) => name !== weight && !Object.values(columns).includes(name));

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

interface MappingFieldsProps {
  attributes: readonly Attribute[];
  sample: CsvSample;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  problem: FormErrors['at'];
}

/** The column of each attribute, the meaning of unknown values, and what the file lacks. */
export function MappingFields({ attributes, sample, mapping, onChange, problem }: MappingFieldsProps) {
  const unused = unusedColumns(sample, mapping);
  const drawn = drawnAttributes(attributes, mapping);
  const columnOptions = (current: string) =>
    sample.header
      .filter((name) => name === current || unused.includes(name))
      .map((name) => ({ value: name, label: name }));
  const setColumn = (id: string, column: string) => {
    const others = Object.fromEntries(Object.entries(mapping.columns).filter(([other]) => other !== id));
    onChange({ ...mapping, columns: column === '' ? others : { ...others, [id]: column } });
  };
  return (
    <fieldset className="panel stack">
      <legend>Columns of the file</legend>
      <div className="cards">
        {attributes.map((attribute) => {
          const { id, label } = attribute;
          const current = mapping.columns[id] ?? '';
          return (
            <div key={id} className="stack">
              <SelectField
                label={label}
                error={problem(`columns[${id}]`) ?? problem(`values[${id}]`)}
                value={current}
                onChange={(column) => setColumn(id, column)}
                options={[
                  // The service always uses a column with the id of the attribute.
                  ...(sample.header.includes(id) ? [] : [{ value: '', label: 'Not in the file' }]),
                  ...columnOptions(current),
                ]}
              />
              <ValueFields {...{ attribute, sample, mapping, onChange }} />
            </div>
          );
        })}
        <SelectField
          label="Weight of a row"
          error={problem('weight')}
          value={mapping.weight}
          onChange={(weight) => onChange({ ...mapping, weight })}
          none="All rows are equal"
          options={columnOptions(mapping.weight)}
        />
      </div>
      <div role="status">
        {unused.length > 0 && <p dir="auto">Not used: {unused.join(', ')}.</p>}
        <p dir="auto">
          {drawn.length === 0
            ? 'The file has all attributes. Empty values are drawn from the published population.'
            : `Drawn from the published population, given the other values of each row: ${drawn.map(({ label }) => label).join(', ')}.`}
        </p>
      </div>
    </fieldset>
  );
}

interface ValueFieldsProps extends Pick<MappingFieldsProps, 'sample' | 'mapping' | 'onChange'> {
  attribute: Attribute;
}

/** The groups of values that the service does not know. */
function ValueFields({ attribute, sample, mapping, onChange }: ValueFieldsProps) {
  const { id, groups } = attribute;
  const own = mapping.values[id] ?? {};
  return unknownValues(attribute, sample, mapping).map((text) => (
    <SelectField
      key={text}
      label={`“${text}” means`}
      value={own[text] ?? ''}
      onChange={(group) => onChange({ ...mapping, values: { ...mapping.values, [id]: { ...own, [text]: group } } })}
      none="Select a group"
      options={groups.map((group) => ({ value: group.id, label: group.label }))}
    />
  ));
}
