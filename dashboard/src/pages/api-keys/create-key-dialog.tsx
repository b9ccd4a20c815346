import { api, data } from '../../api/client';
import { CheckboxGroup, TextField } from '../../components/field';
import { FormDialog, useForm } from '../../components/form';
import { hasScope, useSession, useTier } from '../../session/session';
import { scopeOptions, type IssuedApiKey, type Scope } from './api-key-table';

interface CreateKeyDialogProps {
  onClose: () => void;
  onDone: (key: IssuedApiKey) => void;
}

const defaultScopes: readonly Scope[] = ['simulations:read', 'simulations:write', 'case_studies:read'];

/** The last second of a day in the time zone of the user. */
const endOfDay = (date: string) => new Date(`${date}T23:59:59`).toISOString();

export function CreateKeyDialog({ onClose, onDone }: CreateKeyDialogProps) {
  const { tier } = useTier();
  const identity = useSession();
  const form = useForm({
    initial: { name: '', scopes: defaultScopes.filter((scope) => hasScope(identity, scope)), expires_at: '' },
    send: ({ name, scopes, expires_at: expiry }, key) =>
      data(
        api.POST('/v1/api-keys', {
          params: { header: { 'Idempotency-Key': key } },
          body: { name, scopes, is_test: tier === 'sandbox', ...(expiry && { expires_at: endOfDay(expiry) }) },
        }),
      ),
    refresh: ['api-keys'],
    onDone,
  });
  const { scopes } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Create an API key"
      description={`The key works in the ${tier} tier only. Grant only the scopes that the program needs.`}
      action="Create key"
      disabled={scopes.length === 0}
    >
      <TextField
        label="Name"
        hint="For example, the program that uses the key."
        required
        maxLength={100}
        dir="auto"
        {...form.text('name')}
      />
      <CheckboxGroup
        legend="Scopes"
        options={scopeOptions.filter(({ value }) => hasScope(identity, value))}
        value={scopes}
        onChange={(next) => form.set({ scopes: next })}
        error={scopes.length === 0 ? 'Select at least one scope.' : form.errors.at('scopes')}
      />
      <TextField
        label="Expires after (optional)"
        hint="Last day on which the key works. Without a date, the key does not expire."
        type="date"
        min={new Date().toISOString().slice(0, 10)}
        {...form.text('expires_at')}
      />
    </FormDialog>
  );
}
