import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, data } from '../../api/client';
import { Badge } from '../../components/data-table';
import { CheckboxGroup, TextField } from '../../components/field';
import { ConfirmDialog, FormDialog, useAction, useForm } from '../../components/form';
import { useTier } from '../../session/session';
import { deleteEndpoint, type Endpoint, endpointPath, eventOptions, sendTestEvent, setEnabled } from './endpoint';
import { Button, ErrorNotice } from '../../components/notice';

interface EndpointDialogProps {
  endpoint?: Endpoint;
  onClose: () => void;
  onDone: (endpoint: { id: string }) => void;
}

export function EndpointDialog({ endpoint, onClose, onDone }: EndpointDialogProps) {
  const { tier } = useTier();
  const all = eventOptions.map(({ value }) => value);
  const { url = '', description, events = all } = endpoint ?? {};
  const form = useForm({
    initial: { url, description: description ?? '', events },
    send: async (body, key): Promise<{ id: string }> =>
      endpoint
        ? data(api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { ...endpointPath(endpoint.id), body }))
        : data(api.POST('/v1/webhook-endpoints', { params: { header: { 'Idempotency-Key': key } }, body })),
    refresh: ['webhook-endpoints'],
    onDone,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={endpoint ? 'Edit endpoint' : 'Add a webhook endpoint'}
      action={endpoint ? 'Save' : 'Add endpoint'}
      disabled={form.values.events.length === 0}
    >
      <TextField
        label="URL"
        hint={`A public address of your server${tier === 'live' ? ', with https.' : '. Prefer https.'}`}
        type="url"
        placeholder="https://example.com/webhooks"
        required
        {...form.text('url')}
      />
      <TextField label="Description (optional)" maxLength={500} dir="auto" {...form.text('description')} />
      <CheckboxGroup
        legend="Events"
        options={eventOptions}
        value={form.values.events}
        onChange={(next) => form.set({ events: next })}
        error={form.values.events.length === 0 ? 'Select at least one event.' : form.errors.at('events')}
      />
    </FormDialog>
  );
}

export function Events({ events }: { events: Endpoint['events'] }) {
  return (
    <div className="row">
      {events.map((event) => (
        <Badge key={event}>{event}</Badge>
      ))}
    </div>
  );
}

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState<'edit' | 'disable' | 'delete'>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const refresh = ['webhook-endpoints', 'webhook-deliveries'];
  const test = useAction(() => sendTestEvent(endpoint.id), { refresh });
  const enabling = useAction(() => setEnabled(endpoint.id, true), { refresh });
  return (
    <>
      <Button disabled={!endpoint.enabled} busy={test.isPending} onClick={() => test.mutate()}>
        Send test event
      </Button>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      {endpoint.enabled ? (
        <Button onClick={() => setOpen('disable')}>Disable</Button>
      ) : (
        <Button busy={enabling.isPending} onClick={() => enabling.mutate()}>
          Enable
        </Button>
      )}
      <Button look="danger" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'edit' && <EndpointDialog endpoint={endpoint} onClose={close} onDone={close} />}
      {open === 'disable' && (
        <ConfirmDialog
          title="Disable this endpoint?"
          description="The service stops sending events to it and cancels pending deliveries. After you enable it again, you can redeliver the missed events."
          confirmLabel="Disable endpoint"
          send={() => setEnabled(endpoint.id, false)}
          refresh={refresh}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          danger
          title="Delete this endpoint?"
          description="The service cancels its pending deliveries and deletes its secret. This cannot be undone."
          confirmLabel="Delete endpoint"
          send={() => deleteEndpoint(endpoint.id)}
          onDone={async () => {
            await navigate('/webhooks');
            queryClient.removeQueries({ queryKey: ['webhook-endpoints', endpoint.id] });
          }}
          refresh={['webhook-endpoints']}
          onClose={close}
        />
      )}
      {test.error && <ErrorNotice error={test.error} />}
      {enabling.error && <ErrorNotice error={enabling.error} />}
    </>
  );
}
