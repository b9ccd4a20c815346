import { useEffect, useState } from 'react';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button } from '../../components/button';
import { SelectField } from '../../components/field';
import { LoadMore } from '../../components/load-more';
import { ErrorNotice } from '../../components/notice';
import { EmptyState, Skeleton } from '../../components/states';
import { DeliveryItem } from './delivery-item';
import type { DeliveryStatus } from './endpoint';
import { RedeliverDialog } from './redeliver-dialog';

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
      const query = { endpoint_id: endpointId, limit: 25, ...(status && { status }), ...(cursor && { cursor }) };
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
      <div className="webhooks-deliveries-header">
        <h2 id="deliveries">Deliveries</h2>
        <div className="webhooks-deliveries-tools">
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
      {!rows && deliveries.error && <ErrorNotice error={deliveries.error} onRetry={() => void deliveries.refetch()} />}
      {deliveries.isPending && <Skeleton lines={4} />}
      {rows?.length === 0 && (
        <EmptyState title={status ? 'No deliveries with this status' : 'No deliveries yet'}>
          <p>{status ? 'Choose another status.' : 'Send a test event to see how your receiver responds.'}</p>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ul className="webhooks-deliveries" aria-label="Deliveries">
          {rows.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} canRedeliver={isEnabled} />
          ))}
        </ul>
      )}
      <LoadMore query={deliveries} />
      {isRedelivering && <RedeliverDialog endpointId={endpointId} onClose={() => setRedelivering(false)} />}
    </section>
  );
}
