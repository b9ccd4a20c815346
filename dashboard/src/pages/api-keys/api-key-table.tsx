import { useMemo } from 'react';
import { Badge, StatusBadge } from '../../components/badge';
import { Button } from '../../components/button';
import { DataTable, type Column } from '../../components/data-table';
import { Time } from '../../components/time';
import { formatDate } from '../../format/dates';
import { keyWarnings, type ApiKey } from './api-key';
import './api-keys.css';

export type KeyAction = 'rotate' | 'revoke';

type OnAction = (action: KeyAction, key: ApiKey) => void;

interface ApiKeyTableProps {
  keys: readonly ApiKey[];
  /** Undefined for users without the scope `keys:write`. */
  onAction: OnAction | undefined;
}

export function ApiKeyTable({ keys, onAction }: ApiKeyTableProps) {
  const columns = useMemo<Column<ApiKey>[]>(
    () => [
      { id: 'name', header: 'Key', sortBy: ({ name }) => name.toLowerCase(), cell: (key) => <KeyName apiKey={key} /> },
      { id: 'status', header: 'Status', sortBy: ({ status }) => status, cell: (key) => <KeyStatus apiKey={key} /> },
      { id: 'scopes', header: 'Scopes', cell: (key) => <Scopes scopes={key.scopes} /> },
      {
        id: 'created',
        header: 'Created',
        sortBy: ({ created_at }) => created_at,
        cell: (key) => <Time at={key.created_at} />,
      },
      {
        id: 'used',
        header: 'Last used',
        sortBy: ({ last_used_at }) => last_used_at ?? '',
        cell: (key) => (key.last_used_at ? <Time at={key.last_used_at} /> : <span className="muted">Never</span>),
      },
      {
        id: 'expires',
        header: 'Expires',
        sortBy: ({ expires_at }) => expires_at ?? '9999',
        cell: (key) => (key.expires_at ? formatDate(key.expires_at) : <span className="muted">Never</span>),
      },
      ...(onAction
        ? [{ id: 'actions', header: 'Actions', cell: (key: ApiKey) => <Actions apiKey={key} onAction={onAction} /> }]
        : []),
    ],
    [onAction],
  );
  return <DataTable caption="API keys" columns={columns} rows={keys} rowKey={({ key_id }) => key_id} />;
}

function KeyName({ apiKey: { name, start, last4, is_test } }: { apiKey: ApiKey }) {
  return (
    <div className="api-keys-name">
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
    <div className="api-keys-status">
      <StatusBadge status={apiKey.status} />
      {keyWarnings(apiKey).map((warning) => (
        <span key={warning} className="api-keys-warning">
          {warning}
        </span>
      ))}
    </div>
  );
}

function Scopes({ scopes }: { scopes: ApiKey['scopes'] }) {
  return (
    <ul className="api-keys-scopes">
      {scopes.map((scope) => (
        <li key={scope}>
          <code>{scope === '*' ? 'all scopes (*)' : scope}</code>
        </li>
      ))}
    </ul>
  );
}

function Actions({ apiKey, onAction }: { apiKey: ApiKey; onAction: OnAction }) {
  if (apiKey.status !== 'active') return <span className="muted">None</span>;
  return (
    <div className="api-keys-actions">
      <Button size="small" aria-label={`Rotate ${apiKey.name}`} onClick={() => onAction('rotate', apiKey)}>
        Rotate
      </Button>
      <Button
        size="small"
        look="danger"
        aria-label={`Revoke ${apiKey.name}`}
        onClick={() => onAction('revoke', apiKey)}
      >
        Revoke
      </Button>
    </div>
  );
}
