import { useCallback, useState } from 'react';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button } from '../../components/button';
import { LoadMore } from '../../components/load-more';
import { ErrorNotice, Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { EmptyState, Skeleton } from '../../components/states';
import { useHasScope, useTier } from '../../session/session';
import { keyWarnings, type ApiKey, type IssuedApiKey } from './api-key';
import { ApiKeyTable, type KeyAction } from './api-key-table';
import { CreateKeyDialog } from './create-key-dialog';
import { IssuedKeyDialog } from './issued-key-dialog';
import { RevokeKeyDialog, RotateKeyDialog } from './key-action-dialogs';

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
  const act = useCallback((dialog: KeyAction, key: ApiKey) => setOpen({ dialog, key }), []);
  const createButton = canWrite && (
    <Button look="primary" onClick={() => setOpen({ dialog: 'create' })}>
      Create API key
    </Button>
  );
  const active = keys.rows?.filter(({ status }) => status === 'active') ?? [];
  const shown = showsAll ? (keys.rows ?? []) : active;
  const warned = active.filter((key) => keyWarnings(key).length > 0).length;

  return (
    <Page
      title="API keys"
      intro={`Programs use API keys to call the API. These keys work in the ${tier} tier only.`}
      actions={createButton}
    >
      {warned > 0 && (
        <Notice kind="warning" title={warned === 1 ? '1 key needs attention' : `${warned} keys need attention`}>
          <p>Rotate old keys every 90 days, and revoke keys that no program uses.</p>
        </Notice>
      )}
      {keys.error && !keys.rows && <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <Skeleton lines={4} />}
      {keys.rows?.length === 0 && (
        <EmptyState title={`No keys in the ${tier} tier`} action={createButton}>
          <p>Create a key to call the API from your programs. Give each program its own key.</p>
        </EmptyState>
      )}
      {keys.rows && keys.rows.length > 0 && (
        <>
          <label className="row">
            <input type="checkbox" checked={showsAll} onChange={() => setShowsAll(!showsAll)} />
            Show revoked and expired keys
          </label>
          {shown.length > 0 ? (
            <ApiKeyTable keys={shown} onAction={canWrite ? act : undefined} />
          ) : (
            <p className="muted">No active keys.</p>
          )}
        </>
      )}
      <LoadMore query={keys} />
      {open?.dialog === 'create' && (
        <CreateKeyDialog onClose={close} onIssued={(key) => setOpen({ dialog: 'issued', key })} />
      )}
      {open?.dialog === 'rotate' && (
        <RotateKeyDialog apiKey={open.key} onClose={close} onIssued={(key) => setOpen({ dialog: 'issued', key })} />
      )}
      {open?.dialog === 'revoke' && <RevokeKeyDialog apiKey={open.key} onClose={close} />}
      {open?.dialog === 'issued' && <IssuedKeyDialog issued={open.key} onClose={close} />}
    </Page>
  );
}
