import { SelectField } from '../../components/field';
import type { FormErrors } from '../../components/form-errors';
import { drawnAttributes, unknownValues, unusedColumns, type Attribute, type Mapping } from './column-mapping';
import type { CsvSample } from './csv-sample';

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
    <fieldset className="panel stack populations-mapping">
      <legend>Columns of the file</legend>
      <div className="populations-columns">
        {attributes.map((attribute) => {
          const { id, label } = attribute;
          const current = mapping.columns[id] ?? '';
          return (
            <div key={id} className="stack populations-column">
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
          options={[{ value: '', label: 'All rows are equal' }, ...columnOptions(mapping.weight)]}
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
      options={[
        { value: '', label: 'Select a group' },
        ...groups.map((group) => ({ value: group.id, label: group.label })),
      ]}
    />
  ));
}
