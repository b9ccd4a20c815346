import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DataTable, StatusBadge, Time } from '../../components/data-table';
import { useAction } from '../../components/form';
import { Button, ErrorNotice } from '../../components/notice';
import { formatDateTime, formatDuration } from '../../format/format';
import { kindOf, pathOf } from '../../runs/run';
import { readRequestBody, redeliver, type Delivery } from './endpoint';
import { Loaded } from '../../components/states';

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

export function DeliveryItem({ delivery, canRedeliver }: { delivery: Delivery; canRedeliver: boolean }) {
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
