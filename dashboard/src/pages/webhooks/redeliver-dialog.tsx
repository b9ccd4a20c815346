import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Dialog } from '../../components/dialog';
import { SelectField } from '../../components/field';
import { formatCount } from '../../format/numbers';
import { redeliverSince } from './endpoint';

const periods = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
];

/** Schedules all events again that the endpoint did not receive in a period. */
export function RedeliverDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [hours, setHours] = useState('24');
  const redelivery = useMutation({
    mutationFn: () => redeliverSince(endpointId, new Date(Date.now() - Number(hours) * 3_600_000).toISOString()),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  });
  if (redelivery.data !== undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title={redelivery.data === 0 ? 'No missed events in this period' : 'The service sends the missed events again'}
        description={redelivery.data === 0 ? undefined : `Scheduled deliveries: ${formatCount(redelivery.data)}.`}
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
      busy={redelivery.isPending}
      error={redelivery.error}
      onConfirm={() => redelivery.mutate()}
      onClose={onClose}
    >
      <SelectField label="Period" value={hours} onChange={setHours} options={periods} />
    </ConfirmDialog>
  );
}
