import { type InputHTMLAttributes, type ReactElement, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { isApiFailure } from '../api/client';
import { ErrorNotice } from './notice';
import './checkbox-group.css';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
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

export const DecimalField = (props: Parameters<typeof TextField>[0]) => (
  <TextField type="number" inputMode="decimal" step="any" {...props} />
);

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
  /** Label of the empty choice, which is the first one. */
  none?: string;
  disabled?: boolean;
}

export function SelectField({ label, hint, error, value, onChange, options, none, disabled }: SelectFieldProps) {
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
          {none !== undefined && <option value="">{none}</option>}
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

/** Shows the problems that belong to no other field, with their paths. */
export const anyField = '*';

export interface FormErrors {
  /** The problems of one field, by its path in the request body. */
  at: (field: string) => string | undefined;
  /** Whether each problem belongs to a field of the form. */
  areAllShown: boolean;
  /** Every problem that belongs to no field of the form. */
  notice: ReactNode;
}

/**
 * Splits a failure into the problems of the form's fields and the rest. A problem belongs to the field with its path, or to the nearest one
 * above it: `where.sex` to `where`. All others belong to the field {@link anyField} if the form has it.
 * @param fields paths of the fields that the form shows
 * @param codes error codes that belong to one field, with a text for the interface
 */
export function formErrors(
  error: unknown,
  fields: readonly string[],
  codes: Readonly<Record<string, { field: string; text: string }>> = {},
): FormErrors {
  const code = isApiFailure(error) ? codes[error.code] : undefined;
  if (code) return { at: (field) => (field === code.field ? code.text : undefined), areAllShown: true, notice: null };
  const issues = (isApiFailure(error) && error.meta.issues) || [];
  // The first problem of a value: the others often follow from it.
  const first = issues.filter(({ path }, index) => issues.findIndex((one) => one.path === path) === index);
  const shown = first.map(({ path, message }) => {
    const field = fieldOf(path, fields);
    return { field, text: field === anyField && path !== '' ? `${path}: ${sentence(message)}` : sentence(message) };
  });
  const areAllShown = shown.length > 0 && shown.every(({ field }) => field !== undefined);
  return {
    at: (field) => {
      const texts = shown.filter((each) => each.field === field).map(({ text }) => text);
      return texts.length > 0 ? [...new Set(texts)].join(field === anyField ? '\n' : ' ') : undefined;
    },
    areAllShown,
    notice: error && !areAllShown ? <ErrorNotice error={error} /> : null,
  };
}

/** The longest path that contains the problem. */
function fieldOf(path: string, fields: readonly string[]): string | undefined {
  const above = fields.filter((field) => path === field || path.startsWith(`${field}.`));
  return above.sort((a, b) => b.length - a.length)[0] ?? fields.find((field) => field === anyField);
}

/** The API's messages continue the name of the field: "must have at least 10 characters". Only programs need the names of fields. */
function sentence(message: string): string {
  const text = message.replaceAll('`', '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}
