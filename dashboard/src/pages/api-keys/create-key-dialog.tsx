import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { isApiFailure, api, data } from '../../api/client';
import { useIdempotencyKey } from '../../api/use-pages';
import { Button } from '../../components/button';
import { CheckboxGroup, TextField } from '../../components/field';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/notice';
import { hasScope, useSession, useTier } from '../../session/session';
import { scopeOptions, type IssuedApiKey, type Scope } from './api-key-table';

interface CreateKeyDialogProps {
  onClose: () => void;
  onIssued: (key: IssuedApiKey) => void;
}

const defaultScopes: readonly Scope[] = ['simulations:read', 'simulations:write', 'case_studies:read'];

/** The last second of a day in the time zone of the user. */
const endOfDay = (date: string) => new Date(`${date}T23:59:59`).toISOString();

export function CreateKeyDialog({ onClose, onIssued }: CreateKeyDialogProps) {
  const { tier } = useTier();
  const identity = useSession();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState(() => defaultScopes.filter((scope) => hasScope(identity, scope)));
  const [expiry, setExpiry] = useState('');
  const request = { name, scopes, is_test: tier === 'sandbox', ...(expiry && { expires_at: endOfDay(expiry) }) };
  const idempotencyKey = useIdempotencyKey(request);
  const creation = useMutation({
    mutationFn: () =>
      data(api.POST('/v1/api-keys', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body: request })),
    // The raw key must not stay in memory after the dialog that shows it.
    gcTime: 0,
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
      onIssued(key);
    },
  });
  const fieldError = (path: string) => (isApiFailure(creation.error) ? creation.error.fieldMessage(path) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate();
  };
  const grantable = scopeOptions.filter(({ value }) => hasScope(identity, value));

  return (
    <Dialog
      open
      onClose={onClose}
      title="Create an API key"
      description={`The key works in the ${tier} tier only. Grant only the scopes that the program needs.`}
    >
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          hint="For example, the program that uses the key."
          value={name}
          required
          maxLength={100}
          dir="auto"
          error={fieldError('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <CheckboxGroup
          legend="Scopes"
          options={grantable}
          value={scopes}
          onChange={setScopes}
          error={scopes.length === 0 ? 'Select at least one scope.' : fieldError('scopes')}
        />
        <TextField
          label="Expires after (optional)"
          hint="Last day on which the key works. Without a date, the key does not expire."
          type="date"
          value={expiry}
          min={new Date().toISOString().slice(0, 10)}
          error={fieldError('expires_at')}
          onChange={(event) => setExpiry(event.target.value)}
        />
        {creation.error && <ErrorNotice error={creation.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={creation.isPending} disabled={scopes.length === 0}>
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
