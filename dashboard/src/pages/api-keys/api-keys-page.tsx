import { useState, useCallback } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { Notice } from '../../components/notice';
import { SecretText } from '../../components/badge';
import {
  type IssuedApiKey,
  keyWarnings,
  type ApiKey,
  ApiKeyTable,
  type KeyAction,
  RevokeKeyDialog,
  RotateKeyDialog,
} from './api-key-table';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { EmptyState, Pages } from '../../components/states';
import { Page } from '../../components/page';
import { useHasScope, useTier } from '../../session/session';
import { CreateKeyDialog } from './create-key-dialog';

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
    body(api.GET('/v1/api-keys', { params: { query: { limit: 100, ...(cursor && { cursor }) } } })),
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
