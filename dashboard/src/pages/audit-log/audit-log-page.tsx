import { Button } from '../../components/notice';
import { SelectField, TextField } from '../../components/field';
import {
  actionTexts,
  filterLabel,
  type AuditAction,
  actorName,
  furtherDetails,
  objectName,
  type ActorNames,
  type AuditEvent,
} from './audit-event';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, body, data } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { type Column, DataTable, Time } from '../../components/data-table';
import { Page } from '../../components/page';
import { formatDateTime } from '../../format/format';
import { useSession, useTier } from '../../session/session';
import { EmptyState, Pages } from '../../components/states';
import './audit-log.css';

interface Filters {
  action: AuditAction | '';
  subject: string;
  /** Days in the time zone of the user, like 2026-11-21. */
  from: string;
  to: string;
}

/** The filters as query parameters. Both days are included. */
function toQuery({ action, subject, from, to }: Filters) {
  return {
    ...(action && { action }),
    ...(subject.trim() && { subject: subject.trim() }),
    ...(from && { created_after: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { created_before: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

const actions = Object.keys(actionTexts) as AuditAction[];
const actionOptions = [
  { value: '', label: 'All actions' },
  ...actions.map((action) => ({ value: action, label: filterLabel(action) })),
];

function AuditFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  return (
    <div className="columns" role="search" aria-label="Filters">
      <SelectField
        label="Action"
        value={filters.action}
        options={actionOptions}
        onChange={(action) => onChange({ ...filters, action: action as AuditAction | '' })}
      />
      <TextField
        label="Id of the object"
        placeholder="Key, endpoint or workflow"
        value={filters.subject}
        maxLength={100}
        onChange={(value) => onChange({ ...filters, subject: value })}
      />
      <TextField
        label="From"
        type="date"
        value={filters.from}
        max={filters.to || undefined}
        onChange={(value) => onChange({ ...filters, from: value })}
      />
      <TextField
        label="To"
        type="date"
        value={filters.to}
        min={filters.from || undefined}
        onChange={(value) => onChange({ ...filters, to: value })}
      />
      <Button onClick={() => onChange({ action: '', subject: '', from: '', to: '' })}>Clear filters</Button>
    </div>
  );
}

export default function AuditLogPage() {
  const { tier } = useTier();
  const names = useActorNames();
  const [filters, setFilters] = useState<Filters>({ action: '', subject: '', from: '', to: '' });
  const query = toQuery(filters);
  const events = usePages(['audit-log', query], (cursor) =>
    body(api.GET('/v1/audit-log', { params: { query: { ...query, limit: 50, cursor } } })),
  );
  const columns = useMemo(() => columnsOf(names), [names]);
  const isFiltered = Object.keys(query).length > 0;
  return (
    <Page
      title="Audit log"
      intro={`Changes to API keys, webhooks, workflows and the plan in the ${tier} tier. Plan changes are in the live tier.`}
    >
      <AuditFilters filters={filters} onChange={setFilters} />
      <Pages
        query={events}
        lines={6}
        empty={
          <EmptyState title={isFiltered ? 'No events match the filters' : 'No events yet'}>
            {isFiltered
              ? 'Change or clear the filters.'
              : 'Create an API key, for example, and the event appears here.'}
          </EmptyState>
        }
      >
        {(rows) => <DataTable caption="Audit events" columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </Pages>
    </Page>
  );
}

/** Names of the API keys, as far as they are loaded. The log stays readable without them. */
function useActorNames(): ActorNames {
  const userId = useSession().user?.user_id;
  const { data: keys } = useQuery({
    queryKey: ['api-keys', 'names'],
    queryFn: () => data(api.GET('/v1/api-keys', { params: { query: { limit: 100 } } })),
  });
  return useMemo(
    () => ({ userId, keyNames: new Map(keys?.map(({ key_id, name }) => [key_id, name])) }),
    [userId, keys],
  );
}

const columnsOf = (names: ActorNames): Column<AuditEvent>[] => [
  {
    header: 'When',
    cell: ({ created_at }) => (
      <div className="cell audit-log-when">
        {formatDateTime(created_at)}
        <span className="small muted">
          <Time at={created_at} />
        </span>
      </div>
    ),
  },
  { header: 'Who', cell: (event) => <span dir="auto">{actorName(event, names)}</span> },
  {
    header: 'What',
    cell: (event) => (
      <div className="cell">
        <span>
          {actionTexts[event.action]}: <strong dir="auto">{objectName(event)}</strong>
        </span>
        {furtherDetails(event).map(({ label, value }) => (
          <span key={label} className="small muted">
            {label}: {value}
          </span>
        ))}
      </div>
    ),
  },
  {
    header: 'Address',
    cell: ({ address }) => address ?? <span className="muted">Not recorded</span>,
  },
];
