import { Button } from '../components/button';
import { SelectField, TextField } from '../components/field';
import type { AdjustmentProps, ProductInput } from './adjustments';

interface ProductsFieldProps extends AdjustmentProps {
  attributes: NonNullable<AdjustmentProps['workflow']['product_attributes']>;
}

type Attribute = ProductsFieldProps['attributes'][number];

/** The products of a conjoint that the scenario offers. Without products, agents choose as in the data. */
export function ProductsField({ attributes, input, onChange, problem }: ProductsFieldProps) {
  const { products } = input;
  const change = (next: readonly ProductInput[]) => onChange({ ...input, products: next });
  const copy = (own: ProductInput) => change([...products, { ...own, label: nameOfCopy(own.label, products) }]);
  return (
    <fieldset className="adjustments-part stack">
      <legend>Products</legend>
      <p className="muted small">
        The scenario offers these products in place of those of the survey. Change, add, copy or remove one, and run
        again to see how the shares move.
      </p>
      {products.map((own, index) => (
        <ProductField
          key={index}
          {...{ attributes, own, index, problem }}
          onChange={(next) => change(products.map((other, at) => (at === index ? next : other)))}
          onCopy={() => copy(own)}
          onRemove={() => change(products.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button onClick={() => change([...products, newProduct(attributes, products.length)])}>Add a product</Button>
      </div>
    </fieldset>
  );
}

/** Products have different names, from which their ids follow. */
function nameOfCopy(label: string, products: readonly ProductInput[]): string {
  const used = new Set(products.map((own) => own.label));
  let number = 2;
  while (used.has(`${label} (${number})`)) number++;
  return `${label} (${number})`;
}

const newProduct = (attributes: readonly Attribute[], index: number): ProductInput => ({
  label: `Product ${index + 1}`,
  values: Object.fromEntries(attributes.map(({ id, levels }) => [id, levels[index % levels.length]?.id ?? ''])),
});

interface ProductFieldProps extends Pick<ProductsFieldProps, 'attributes' | 'problem'> {
  own: ProductInput;
  index: number;
  onChange: (own: ProductInput) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function ProductField({ attributes, own, index, problem, onChange, onCopy, onRemove }: ProductFieldProps) {
  const path = `alternatives.products.${index}`;
  const set = (id: string) => (value: string) => onChange({ ...own, values: { ...own.values, [id]: value } });
  return (
    <fieldset className="panel stack adjustments-part">
      <legend>Product {index + 1}</legend>
      <div className="adjustments-shares">
        <TextField
          label="Name"
          error={problem(path) ?? problem(`${path}.id`)}
          maxLength={80}
          value={own.label}
          onChange={(event) => onChange({ ...own, label: event.target.value })}
        />
        {attributes.map((attribute) => (
          <ValueField
            key={attribute.id}
            attribute={attribute}
            value={own.values[attribute.id] ?? ''}
            error={problem(`${path}.attributes.${attribute.id}`)}
            onChange={set(attribute.id)}
          />
        ))}
      </div>
      <div className="row">
        <Button size="small" aria-label={`Copy ${own.label}`} onClick={onCopy}>
          Copy
        </Button>
        <Button size="small" aria-label={`Remove ${own.label}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

interface ValueFieldProps {
  attribute: Attribute;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ValueField({ attribute: { label, unit, range, levels }, value, error, onChange }: ValueFieldProps) {
  if (!range)
    return (
      <SelectField
        {...{ label, error, value, onChange }}
        options={levels.map((level) => ({ value: level.id, label: level.label }))}
      />
    );
  return (
    <TextField
      label={label}
      hint={`${range[0]} to ${range[1]} in the data${unit === null ? '' : ` (${unit})`}`}
      error={error}
      type="number"
      inputMode="decimal"
      step="any"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
