import { TextField } from '../components/field';

interface EmailFieldProps {
  value: string;
  error: string | undefined;
  onChange: (email: string) => void;
}

/** The address of an account. Password managers fill it in as the user name. */
export function EmailField({ value, error, onChange }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="username"
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
