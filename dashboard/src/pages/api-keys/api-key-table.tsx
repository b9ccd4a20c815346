import { api, type components, data } from '../../api/client';
import { Badge, type Column, DataTable, StatusBadge, timeColumn } from '../../components/data-table';
import { Button } from '../../components/notice';
import { formatDate } from '../../format/format';
import './api-keys.css';
import { useIdempotencyKey } from '../../api/use-pages';
import { ConfirmDialog } from '../../components/form';
import { ScopeList, scopeWords } from '../../components/scope-list';

export type ApiKey = components['schemas']['ApiKey'];
export type IssuedApiKey = components['schemas']['IssuedApiKey'];
export type Scope = Exclude<ApiKey['scopes'][number], '*'>;

export const scopeOptions = (Object.keys(scopeWords) as Scope[]).map((value) => ({
  value,
  label: scopeWords[value],
  hint: value,
}));

const dayMs = 24 * 3600 * 1000;
const soonDays = 14;
/** Recommended time between rotations. */
const maxAgeDays = 90;
/** New keys need some time until their first request. */
const unusedDays = 7;

/** What the owner of an active key should look at, in one short text each. */
export function keyWarnings(key: ApiKey, nowMs = Date.now()): string[] {
  if (key.status !== 'active') return [];
  const ageDays = (nowMs - Date.parse(key.created_at)) / dayMs;
  const leftDays = key.expires_at === null ? Infinity : (Date.parse(key.expires_at) - nowMs) / dayMs;
  return [
    ...(leftDays <= soonDays ? [expiryText(leftDays)] : []),
    ...(ageDays > maxAgeDays ? [`Older than ${maxAgeDays} days: rotate it`] : []),
    ...(key.last_used_at === null && ageDays > unusedDays ? ['Never used: revoke it if no program needs it'] : []),
  ];
}

function expiryText(leftDays: number): string {
  if (leftDays < 1) return 'Expires within 24 hours';
  const days = Math.floor(leftDays);
  return `Expires in ${days} ${days === 1 ? 'day' : 'days'}`;
}

export type KeyAction = 'rotate' | 'revoke';

type OnAction = (action: KeyAction, key: ApiKey) => void;

interface ApiKeyTableProps {
  keys: readonly ApiKey[];
  onAction: OnAction;
  /** Whether the user has the scope `keys:write`. */
  canAct: boolean;
}

export function ApiKeyTable({ keys, onAction, canAct }: ApiKeyTableProps) {
  const columns: readonly Column<ApiKey>[] = [
    { header: 'Key', sortBy: ({ name }) => name.toLowerCase(), cell: (key) => <KeyName apiKey={key} /> },
    { header: 'Status', sortBy: ({ status }) => status, cell: (key) => <KeyStatus apiKey={key} /> },
    { header: 'Scopes', cell: (key) => <ScopeList scopes={key.scopes} /> },
    timeColumn('Created', ({ created_at }: ApiKey) => created_at),
    timeColumn('Last used', ({ last_used_at }: ApiKey) => last_used_at),
    {
      header: 'Expires',
      sortBy: ({ expires_at }) => expires_at ?? '9999',
      cell: (key) => (key.expires_at ? formatDate(key.expires_at) : <span className="muted">Never</span>),
    },
    { header: 'Actions', cell: (key: ApiKey) => <Actions apiKey={key} onAction={onAction} />, isHidden: !canAct },
  ];
  return <DataTable caption="API keys" columns={columns} rows={keys} rowKey={({ key_id }) => key_id} />;
}

function KeyName({ apiKey: { name, start, last4, is_test } }: { apiKey: ApiKey }) {
  return (
    <div className="cell">
      <strong dir="auto">{name}</strong>
      <span className="row">
        <code>
          {start}…{last4}
        </code>
        <Badge kind={is_test ? 'neutral' : 'warning'}>{is_test ? 'sandbox' : 'live'}</Badge>
      </span>
    </div>
  );
}

function KeyStatus({ apiKey }: { apiKey: ApiKey }) {
  return (
    <div className="cell">
      <StatusBadge status={apiKey.status} />
      {keyWarnings(apiKey).map((warning) => (
        <span key={warning} className="api-keys-warning">
          {warning}
        </span>
      ))}
    </div>
  );
}

function Actions({ apiKey, onAction }: { apiKey: ApiKey; onAction: OnAction }) {
  if (apiKey.status !== 'active') return <span className="muted">None</span>;
  return (
    <div className="row">
      <Button size="small" of={apiKey.name} onClick={() => onAction('rotate', apiKey)}>
        Rotate
      </Button>
      <Button size="small" look="danger" of={apiKey.name} onClick={() => onAction('revoke', apiKey)}>
        Revoke
      </Button>
    </div>
  );
}

interface KeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

export function RotateKeyDialog({
  apiKey: { key_id, name },
  ...props
}: KeyDialogProps & { onDone: (key: IssuedApiKey) => void }) {
  const idempotencyKey = useIdempotencyKey(key_id);
  const params = { path: { key_id }, header: { 'Idempotency-Key': idempotencyKey } };
  return (
    <ConfirmDialog
      {...props}
      title={`Rotate ${name}?`}
      description="You get a new key with the same name, scopes and expiry. The old key stops working immediately: programs that use it fail until they have the new key."
      confirmLabel="Rotate key"
      send={() => data(api.POST('/v1/api-keys/{key_id}/rotate', { params }))}
      refresh={['api-keys']}
    />
  );
}

export const RevokeKeyDialog = ({ apiKey: { key_id, name }, onClose }: KeyDialogProps) => (
  <ConfirmDialog
    danger
    title={`Revoke ${name}?`}
    description="Requests with this key fail immediately. A revoked key cannot be used again."
    confirmLabel="Revoke key"
    send={() => data(api.DELETE('/v1/api-keys/{key_id}', { params: { path: { key_id } } }))}
    refresh={['api-keys']}
    onClose={onClose}
  />
);
