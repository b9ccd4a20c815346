import { useMutation } from '@tanstack/react-query';
import { api, data } from '../api/client';
import { Button } from '../components/button';
import { formErrors } from '../components/form-errors';
import { EmailField } from './email-field';

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
  const request = useMutation({
    mutationFn: () => data(api.POST('/v1/auth/magic-link/request', { body: { email } })),
    onSuccess: ({ magic_link: link }) => onSent({ email, link }),
  });
  const errors = formErrors(request.error, ['email']);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        request.mutate();
      }}
    >
      <EmailField value={email} error={errors.at('email')} onChange={onEmail} />
      {errors.notice}
      <Button type="submit" look="primary" busy={request.isPending}>
        {request.isPending ? 'Sending…' : button}
      </Button>
    </form>
  );
}
