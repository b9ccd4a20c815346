import { SelectField, TextArea } from '../../components/field';
import type { Column } from './dataset';

interface OrderFieldProps {
  label: string;
  error: string | undefined;
  /** The order that the service suggests; empty for none. */
  suggested: readonly string[];
  outcome: Column | undefined;
  /** Null for no order. Undefined: as suggested. */
  value: readonly string[] | null | undefined;
  onChange: (order: string[] | null) => void;
}

/** Whether the values of the outcome have an order, and which. */
export function OrderField({ label, error, suggested, outcome, value, onChange }: OrderFieldProps) {
  const isNumber = outcome?.range !== null;
  const all = outcome?.examples.map((example) => example.value) ?? [];
  const values = isNumber ? all.toSorted((a, b) => Number(a) - Number(b)) : all;
  const initial = suggested.length > 0 ? suggested : values;
  const order = value === undefined ? suggested : (value ?? []);
  const isOrdered = value === undefined ? suggested.length > 0 : value !== null;
  return (
    <>
      <SelectField
        label={label}
        error={isOrdered ? undefined : error}
        value={isOrdered ? 'order' : 'none'}
        onChange={(choice) => onChange(choice === 'order' ? [...initial] : null)}
        options={[
          { value: 'order', label: 'They have an order' },
          { value: 'none', label: isNumber ? 'No scale: the numbers are counts' : 'No order: each is an alternative' },
        ]}
      />
      {isOrdered && (
        <TextArea
          label="The order"
          hint="One value in each line, lowest first."
          error={error}
          rows={Math.min(8, Math.max(3, order.length))}
          value={order.join('\n')}
          onChange={({ target }) => onChange(target.value.split('\n'))}
        />
      )}
    </>
  );
}
