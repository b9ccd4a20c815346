import { useCallback, useState } from 'react';
import { Button, Notice } from '../../components/notice';
import { Dialog, FormDialog, useForm } from '../../components/form';
import { SecretText } from '../../components/data-table';
import {
  type ApiKey,
  ApiKeyTable,
  type IssuedApiKey,
  type KeyAction,
  keyWarnings,
  RevokeKeyDialog,
  RotateKeyDialog,
  type Scope,
  scopeOptions,
} from './api-key-table';
import { api, body, data } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Page } from '../../components/page';
import { hasScope, useHasScope, useSession, useTier } from '../../session/session';
import { CheckboxGroup, TextField } from '../../components/field';
import { EmptyState, Pages } from '../../components/states';

/** Shows a new key, once. Closing asks for a confirmation, because the service cannot show the key again. */
function IssuedKeyDialog({ issued, onClose }: { issued: IssuedApiKey; onClose: () => void }) {
  const [isClosing, setClosing] = useState(false);
  if (isClosing)
    return (
      <Dialog
        open
        onClose={() => setClosing(false)}
        title="Did you store the key?"
        description="The service stores only a hash of the key and cannot show it again."
      >
        <div className="dialog-actions">
          <Button onClick={() => setClosing(false)}>Show the key again</Button>
          <Button look="primary" onClick={onClose}>
            Yes, I stored it
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog open onClose={() => setClosing(true)} title="Copy your new API key">
      <div className="stack">
        <p dir="auto">
          <strong>{issued.name}</strong>, for the {issued.is_test ? 'sandbox' : 'live'} tier
        </p>
        <SecretText label="API key" text={issued.key} />
        <Notice kind="warning" title="This key is shown only once">
          Store it in a password manager or in the secrets of your program. Never put it into source code.
        </Notice>
        <p className="small muted">
          Send it with each request: <code>Authorization: Bearer {issued.start}…</code>
        </p>
      </div>
      <div className="dialog-actions">
        <Button look="primary" onClick={() => setClosing(true)}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

type Open = { dialog: 'create' } | { dialog: 'issued'; key: IssuedApiKey } | { dialog: KeyAction; key: ApiKey };

export default function ApiKeysPage() {
  const { tier } = useTier();
  const canWrite = useHasScope('keys:write');
  const [open, setOpen] = useState<Open>();
  const [showsAll, setShowsAll] = useState(false);
  const keys = usePages(['api-keys'], (cursor) =>
    body(api.GET('/v1/api-keys', { params: { query: { limit: 100, cursor } } })),
  );
  const close = () => setOpen(undefined);
  const onIssued = (key: IssuedApiKey) => setOpen({ dialog: 'issued', key });
  const act = useCallback((dialog: KeyAction, key: ApiKey) => setOpen({ dialog, key }), []);
  const createButton = canWrite && (
    <Button look="primary" onClick={() => setOpen({ dialog: 'create' })}>
      Create API key
    </Button>
  );
  const active = keys.rows?.filter(({ status }) => status === 'active') ?? [];
  const warned = active.filter((key) => keyWarnings(key).length > 0).length;

  return (
    <Page
      title="API keys"
      intro={`Programs use API keys to call the API. These keys work in the ${tier} tier only.`}
      actions={createButton}
    >
      {warned > 0 && (
        <Notice kind="warning" title={warned === 1 ? '1 key needs attention' : `${warned} keys need attention`}>
          Rotate old keys every 90 days, and revoke keys that no program uses.
        </Notice>
      )}
      <Pages
        query={keys}
        empty={
          <EmptyState title={`No keys in the ${tier} tier`} action={createButton}>
            Create a key to call the API from your programs. Give each program its own key.
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            <label className="row">
              <input type="checkbox" checked={showsAll} onChange={() => setShowsAll(!showsAll)} />
              Show revoked and expired keys
            </label>
            {showsAll || active.length > 0 ? (
              <ApiKeyTable keys={showsAll ? rows : active} onAction={act} canAct={canWrite} />
            ) : (
              <p className="muted">No active keys.</p>
            )}
          </>
        )}
      </Pages>
      {open?.dialog === 'create' && <CreateKeyDialog onClose={close} onDone={onIssued} />}
      {open?.dialog === 'rotate' && <RotateKeyDialog apiKey={open.key} onClose={close} onDone={onIssued} />}
      {open?.dialog === 'revoke' && <RevokeKeyDialog apiKey={open.key} onClose={close} />}
      {open?.dialog === 'issued' && <IssuedKeyDialog issued={open.key} onClose={close} />}
    </Page>
  );
}

const defaultScopes: readonly Scope[] = ['simulations:read', 'simulations:write', 'case_studies:read'];

/** The last second of a day in the time zone of the user. */
const endOfDay = (date: string) => new Date(`${date}T23:59:59`).toISOString();

function CreateKeyDialog({ onClose, onDone }: { onClose: () => void; onDone: (key: IssuedApiKey) => void }) {
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
