import { useId, type InputHTMLAttributes, type ReactElement, type ReactNode, type TextareaHTMLAttributes } from 'react';
import './checkbox-group.css';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Problem of this input, usually `failure.fieldMessage(path)`. */
  error?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

/** A labeled control with its hint and its error, connected for screen readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (props: ControlProps) => ReactElement }) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error !== undefined })}
      {error && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

type Typed<Attributes> = FieldProps & Omit<Attributes, 'onChange'> & { onChange?: (value: string) => void };

export function TextField({ label, hint, error, onChange, ...rest }: Typed<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input className="input" {...rest} {...control} onChange={(event) => onChange?.(event.target.value)} />
      )}
    </Field>
  );
}

/** A number, as typed. */
export const DecimalField = (props: Parameters<typeof TextField>[0]) => (
  <TextField type="number" inputMode="decimal" step="any" {...props} />
);

/** A problem that belongs to several inputs. */
export const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className="field-error" role="alert">
      {text}
    </p>
  ) : null;

export function TextArea({
  label,
  hint,
  error,
  onChange,
  ...rest
}: Typed<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea className="input" {...rest} {...control} onChange={(event) => onChange?.(event.target.value)} />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
}

export function SelectField({ label, hint, error, value, onChange, options, disabled }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          className="input"
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          {...control}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckboxGroupProps<Value extends string> {
  legend: string;
  hint?: string;
  error?: string | undefined;
  options: readonly { value: Value; label: string; hint?: string }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}

/** Several choices of a fixed list. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, hint, error, options, value, onChange } = props;
  const toggle = (each: Value) =>
    onChange(value.includes(each) ? value.filter((other) => other !== each) : [...value, each]);
  return (
    <fieldset className="checkbox-group stack">
      <legend>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {options.map((option) => (
        <label key={option.value}>
          <input type="checkbox" checked={value.includes(option.value)} onChange={() => toggle(option.value)} />
          <span>
            {option.label}
            {option.hint && <span className="field-hint"> {option.hint}</span>}
          </span>
        </label>
      ))}
      <Problem text={error} />
    </fieldset>
  );
}
