import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, data } from '../../api/client';
import { useIdempotencyKey } from '../../api/use-idempotency-key';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { TextField } from '../../components/field';
import { formErrors } from '../../components/form-errors';
import { AccessFields } from './access-fields';
import { accessRequest, defaultAccess, isComplete } from './member';

const codes = { already_member: { field: 'email', text: 'This address belongs to a member.' } };

export function InviteDialog({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState(defaultAccess);
  const request = { email, ...accessRequest(access) };
  const idempotencyKey = useIdempotencyKey(request);
  const invitation = useMutation({
    mutationFn: () =>
      data(api.POST('/v1/invitations', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body: request })),
    onSuccess: (sent) => {
      void queryClient.invalidateQueries({ queryKey: ['invitations'] });
      onSent(sent.email);
    },
  });
  const errors = formErrors(invitation.error, ['email', 'scopes'], codes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invitation.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite a colleague"
      description="The colleague gets an email with a link that works once, within 7 days. An address belongs to one organization: a colleague who already has an account can move it here with the link, and then leaves the other organization. To keep both, invite another address of the colleague."
    >
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required
          value={email}
          error={errors.at('email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <AccessFields value={access} onChange={setAccess} scopesError={errors.at('scopes')} />
        {errors.notice}
        <div className="dialog-actions">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" look="primary" busy={invitation.isPending} disabled={!isComplete(access)}>
            Send invitation
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
