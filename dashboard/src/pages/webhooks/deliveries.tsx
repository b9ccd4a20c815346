import { useState, useEffect } from 'react';
import { Button } from '../../components/notice';
import { ConfirmDialog, Dialog } from '../../components/form';
import { SelectField } from '../../components/field';
import { formatCount } from '../../format/format';
import { redeliverSince, type DeliveryStatus } from './endpoint';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { DeliveryItem } from './delivery-item';
import { EmptyState, Pages } from '../../components/states';

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
