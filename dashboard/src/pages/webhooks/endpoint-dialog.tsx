import { api, data } from '../../api/client';
import { Badge } from '../../components/badge';
import { CheckboxGroup, TextField } from '../../components/field';
import { FormDialog, useForm } from '../../components/form';
import { useTier } from '../../session/session';
import { endpointPath, eventOptions, type Endpoint } from './endpoint';

interface EndpointDialogProps {
  /** The endpoint to change; undefined to add one. */
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
