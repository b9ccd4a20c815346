import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button, ErrorNotice } from '../../components/notice';
import { ConfirmDialog, Dialog, useAction } from '../../components/form';
import { SelectField } from '../../components/field';
import { formatCount, formatDateTime, formatDuration } from '../../format/format';
import { type Delivery, type DeliveryStatus, readRequestBody, redeliver, redeliverSince } from './endpoint';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { EmptyState, Loaded, Pages } from '../../components/states';
import { DataTable, StatusBadge, Time } from '../../components/data-table';
import { kindOf, pathOf } from '../../runs/run';

const periods = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
];

/** Schedules all events again that the endpoint did not receive in a period. */
function RedeliverDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [hours, setHours] = useState('24');
  const [redelivered, setRedelivered] = useState<number>();
  if (redelivered !== undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title={redelivered === 0 ? 'No missed events in this period' : 'The service sends the missed events again'}
        description={redelivered === 0 ? undefined : `Scheduled deliveries: ${formatCount(redelivered)}.`}
      >
        <div className="dialog-actions">
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Redeliver missed events"
      description="Sends failed and canceled deliveries again, and events that occurred while the endpoint was disabled. Your receiver can recognize repeated messages by the webhook-id header."
      confirmLabel="Redeliver"
      send={() => redeliverSince(endpointId, new Date(Date.now() - Number(hours) * 3_600_000).toISOString())}
      onDone={setRedelivered}
      refresh={['webhook-deliveries']}
      onClose={onClose}
    >
      <SelectField label="Period" value={hours} onChange={setHours} options={periods} />
    </ConfirmDialog>
  );
}

const statusOptions = [
  { value: '', label: 'All deliveries' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'canceled', label: 'Canceled' },
] as const;

const pollMs = 2_000;
/** Attempts later than this are not worth polling for. */
const soonMs = 60_000;

/** The delivery log of an endpoint. It updates while an attempt is due soon. */
export function Deliveries({ endpointId, isEnabled }: { endpointId: string; isEnabled: boolean }) {
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const [isRedelivering, setRedelivering] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const deliveries = usePages(
    ['webhook-deliveries', endpointId, status],
    (cursor) => {
      const query = { endpoint_id: endpointId, limit: 25, ...(status && { status }), cursor };
      return body(api.GET('/v1/webhook-deliveries', { params: { query } }));
    },
    { refetchInterval: isBusy ? pollMs : false },
  );
  const { rows } = deliveries;
  useEffect(() => {
    const isDueSoon = (at: string | null) => at !== null && Date.parse(at) - Date.now() < soonMs;
    setBusy(rows?.some(({ next_attempt_at }) => isDueSoon(next_attempt_at)) ?? false);
  }, [rows]);

  return (
    <section className="stack" aria-labelledby="deliveries">
      <div className="between">
        <h2 id="deliveries">Deliveries</h2>
        <div className="row">
          <SelectField
            label="Status"
            value={status}
            onChange={(value) => setStatus(value as DeliveryStatus | '')}
            options={statusOptions}
          />
          <Button disabled={!isEnabled} onClick={() => setRedelivering(true)}>
            Redeliver missed events
          </Button>
        </div>
      </div>
      <Pages
        query={deliveries}
        empty={
          <EmptyState title={status ? 'No deliveries with this status' : 'No deliveries yet'}>
            {status ? 'Choose another status.' : 'Send a test event to see how your receiver responds.'}
          </EmptyState>
        }
      >
        {(all) => (
          <ul className="webhooks-deliveries plain-list" aria-label="Deliveries">
            {all.map((delivery) => (
              <DeliveryItem key={delivery.id} delivery={delivery} canRedeliver={isEnabled} />
            ))}
          </ul>
        )}
      </Pages>
      {isRedelivering && <RedeliverDialog endpointId={endpointId} onClose={() => setRedelivering(false)} />}
    </section>
  );
}

type Attempt = Delivery['attempts'][number];

const causes: Record<string, string> = {
  timeout: 'No response in time',
  address_not_public: 'The address is not public',
  name_not_resolved: 'The host name does not exist',
  connection_refused: 'The server refused the connection',
  connection_closed: 'The server closed the connection',
  tls_error: 'The TLS certificate is not valid',
  connection_failed: 'The connection failed',
  secret_unavailable: 'The service could not sign the message',
};

const outcomeOf = ({ status_code, error }: Attempt) =>
  status_code !== null ? `HTTP ${status_code}` : (causes[error ?? ''] ?? error ?? 'No response');

function DeliveryItem({ delivery, canRedeliver }: { delivery: Delivery; canRedeliver: boolean }) {
  const redelivery = useAction(() => redeliver(delivery.id), { refresh: ['webhook-deliveries'] });
  const [last] = delivery.attempts;
  return (
    <li className="webhooks-delivery">
      <div className="webhooks-delivery-line row">
        <StatusBadge status={delivery.status} />
        <span className="webhooks-delivery-event">{delivery.event_type}</span>
        <span className="muted small">
          {last ? outcomeOf(last) : 'Not sent yet'}, <Time at={last?.attempted_at ?? delivery.created_at} />
          {delivery.next_attempt_at && (
            <>
              ; next attempt <Time at={delivery.next_attempt_at} />
            </>
          )}
        </span>
        <Button
          size="small"
          disabled={!canRedeliver || (delivery.status === 'pending' && !last)}
          busy={redelivery.isPending}
          aria-label={`Redeliver ${delivery.event_type} of ${formatDateTime(delivery.created_at)}`}
          onClick={() => redelivery.mutate()}
        >
          Redeliver
        </Button>
      </div>
      {redelivery.error && <ErrorNotice error={redelivery.error} />}
      <details>
        <summary>{delivery.attempts.length === 1 ? '1 attempt' : `${delivery.attempts.length} attempts`}</summary>
        <p className="small muted">
          Event <code>{delivery.event_id}</code>
          {delivery.simulation_id && (
            <>
              {' '}
              of <FinishedRun id={delivery.simulation_id} />
            </>
          )}
        </p>
        {delivery.attempts.length > 0 && <Attempts attempts={delivery.attempts} />}
      </details>
      <RequestBody id={delivery.id} />
    </li>
  );
}

/** The body that the receiver gets, which the page reads when the user opens it. */
function RequestBody({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const body = useQuery({
    queryKey: ['webhook-delivery-body', id],
    queryFn: ({ signal }) => readRequestBody(id, signal),
    staleTime: Infinity,
    enabled: isOpen,
  });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Request body</summary>
      {isOpen && (
        <Loaded query={body} lines={4}>
          {(text) => (
            <pre className="webhooks-body" tabIndex={0} role="region" aria-label="Request body">
              <code>{indented(text)}</code>
            </pre>
          )}
        </Loaded>
      )}
    </details>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json;
  }
}

function FinishedRun({ id }: { id: string }) {
  const object = kindOf(id);
  return object ? <Link to={pathOf({ object, id })}>{id}</Link> : <code>{id}</code>;
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <DataTable
      caption="Attempts"
      rows={attempts}
      rowKey={({ number }) => String(number)}
      columns={[
        { header: 'Attempt', cell: ({ number }) => number },
        { header: 'Time', cell: ({ attempted_at }) => formatDateTime(attempted_at) },
        { header: 'Result', cell: outcomeOf },
        { header: 'Duration', numeric: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
        {
          header: 'Response body',
          cell: ({ response_body: text }) =>
            text ? <code dir="auto">{text}</code> : <span className="muted">Empty</span>,
        },
      ]}
    />
  );
}
