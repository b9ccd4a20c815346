import { api, data } from '../api/client';
import { TextField } from '../components/field';
import { emailField, Form, useForm } from '../components/form';

export interface SentLink {
  email: string;
  /** Only development servers return it. */
  link: string | undefined;
}

interface LinkFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: (sent: SentLink) => void;
  button?: string;
}

/** Requests a sign-in link by email. */
export function LinkForm({ email, onEmail, onSent, button = 'Email me a sign-in link' }: LinkFormProps) {
  const form = useForm({
    initial: {},
    send: () => data(api.POST('/v1/auth/magic-link/request', { body: { email } })),
    fields: ['email'],
    onDone: ({ magic_link: link }) => onSent({ email, link }),
  });
  return (
    <Form form={form} action={button} busy="Sending…">
      <TextField
        {...emailField}
        value={email}
        error={form.errors.at('email')}
        onChange={(event) => onEmail(event.target.value)}
      />
    </Form>
  );
}
