import { Button } from '../components/notice';
import { Problem } from '../components/field';
import type { AdjustmentProps, ProductInput } from './adjustments';
import './products-field.css';

export interface ProductsFieldProps {
  attributes: NonNullable<AdjustmentProps['workflow']['product_attributes']>;
  products: readonly ProductInput[];
  onChange: (products: readonly ProductInput[]) => void;
  problem: AdjustmentProps['problem'];
  /** A result of each product, in the last column. */
  result?: { header: string; texts: readonly { value: string; interval: string }[] } | undefined;
}

type Attribute = ProductsFieldProps['attributes'][number];

/** A table of the products that the scenario offers, by their attributes. Without products, agents choose as in the data. */
export function ProductsField(props: ProductsFieldProps) {
  const { attributes, products, onChange } = props;
  return (
    <fieldset className="stack">
      <legend>Products</legend>
      <p className="muted small">
        {products.length === 0
          ? 'Agents choose between the products of the survey. Add products that the scenario offers in their place.'
          : 'The scenario offers these products in place of those of the survey.'}
      </p>
      {products.length > 0 && <ProductTable {...props} />}
      <div>
        <Button size="small" onClick={() => onChange([...products, newProduct(attributes, products)])}>
          Add a product
        </Button>
      </div>
    </fieldset>
  );
}

function ProductTable({ attributes, products, onChange, problem, result }: ProductsFieldProps) {
  const add = (own: ProductInput) => onChange([...products, { ...own, label: freeName(own.label, products) }]);
  return (
    <div className="table-scroll" role="region" aria-label="Products" tabIndex={0}>
      <table className="table products-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            {attributes.map(({ id, label, unit, range }) => (
              <th key={id} scope="col">
                {label}
                {unit !== null && ` (${unit})`}
                {range && (
                  <span className="products-range">
                    {range[0]} to {range[1]} in the data
                  </span>
                )}
              </th>
            ))}
            {result && <th scope="col">{result.header}</th>}
          </tr>
        </thead>
        <tbody>
          {products.map((own, index) => (
            <ProductRow
              key={index}
              {...{ attributes, own, index, problem }}
              {...(result && { result: result.texts[index] ?? { value: '–', interval: '' } })}
              onChange={(next) => onChange(products.map((other, at) => (at === index ? next : other)))}
              onCopy={() => add(own)}
              onRemove={() => onChange(products.filter((_, at) => at !== index))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Products have different names, from which their ids follow. */
function freeName(label: string, products: readonly ProductInput[]): string {
  const used = new Set(products.map((own) => own.label));
  if (!used.has(label)) return label;
  let number = 2;
  while (used.has(`${label} (${number})`)) number++;
  return `${label} (${number})`;
}

const newProduct = (attributes: readonly Attribute[], products: readonly ProductInput[]): ProductInput => ({
  label: freeName(`Product ${products.length + 1}`, products),
  values: Object.fromEntries(
    attributes.map(({ id, levels }) => [id, levels[products.length % levels.length]?.id ?? '']),
  ),
});

interface ProductRowProps extends Pick<ProductsFieldProps, 'attributes' | 'problem'> {
  own: ProductInput;
  index: number;
  result?: { value: string; interval: string };
  onChange: (own: ProductInput) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function ProductRow({ attributes, own, index, problem, result, onChange, onCopy, onRemove }: ProductRowProps) {
  const path = `alternatives.products.${index}`;
  const set = (id: string) => (value: string) => onChange({ ...own, values: { ...own.values, [id]: value } });
  return (
    <tr>
      <td>
        <input
          className="input"
          aria-label={`Name of product ${index + 1}`}
          maxLength={80}
          value={own.label}
          onChange={(event) => onChange({ ...own, label: event.target.value })}
        />
        <Problem text={problem(path) ?? problem(`${path}.id`)} />
        <span className="products-actions row">
          <Button size="small" look="plain" of={own.label} onClick={onCopy}>
            Copy
          </Button>
          <Button size="small" look="plain" of={own.label} onClick={onRemove}>
            Remove
          </Button>
        </span>
      </td>
      {attributes.map((attribute) => (
        <td key={attribute.id}>
          <ValueInput
            attribute={attribute}
            name={`${attribute.label} of ${own.label}`}
            value={own.values[attribute.id] ?? ''}
            onChange={set(attribute.id)}
          />
          <Problem text={problem(`${path}.attributes.${attribute.id}`)} />
        </td>
      ))}
      {result && (
        <td>
          {result.value} <small className="muted">{result.interval}</small>
        </td>
      )}
    </tr>
  );
}

interface ValueInputProps {
  attribute: Attribute;
  name: string;
  value: string;
  onChange: (value: string) => void;
}

function ValueInput({ attribute: { range, levels }, name, value, onChange }: ValueInputProps) {
  if (!range)
    return (
      <select className="input" aria-label={name} value={value} onChange={(event) => onChange(event.target.value)}>
        {levels.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    );
  const [low = -Infinity, high = Infinity] = range;
  const isOutside = value !== '' && (Number(value) < low || Number(value) > high);
  return (
    <>
      <input
        className="input"
        aria-label={name}
        type="number"
        inputMode="decimal"
        step="any"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {isOutside && <span className="products-outside">outside the data</span>}
    </>
  );
}
