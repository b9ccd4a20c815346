import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { isApiFailure, api, data } from '../../api/client';
import { useIdempotencyKey } from '../../api/use-pages';
import { Button } from '../../components/button';
import { CheckboxGroup, TextField } from '../../components/field';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/notice';
import { useTier } from '../../session/session';
import { eventOptions, type Endpoint, type EventType } from './endpoint';
import { Badge } from '../../components/badge';

interface EndpointDialogProps {
  /** The endpoint to change; undefined to add one. */
  endpoint?: Endpoint;
  onClose: () => void;
  onSaved: (id: string) => void;
}

export function EndpointDialog({ endpoint, onClose, onSaved }: EndpointDialogProps) {
  const { tier } = useTier();
  const queryClient = useQueryClient();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [events, setEvents] = useState<EventType[]>(endpoint?.events ?? eventOptions.map(({ value }) => value));
  const request = { url, description, events };
  const idempotencyKey = useIdempotencyKey(request);
  const saving = useMutation({
    mutationFn: async (): Promise<{ id: string }> =>
      endpoint
        ? data(
            api.PATCH('/v1/webhook-endpoints/{endpoint_id}', {
              params: { path: { endpoint_id: endpoint.id } },
              body: request,
            }),
          )
        : data(
            api.POST('/v1/webhook-endpoints', {
              params: { header: { 'Idempotency-Key': idempotencyKey } },
              body: request,
            }),
          ),
    gcTime: 0,
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['webhook-endpoints'] });
      onSaved(id);
    },
  });
  const fieldError = (path: string) => (isApiFailure(saving.error) ? saving.error.fieldMessage(path) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={endpoint ? 'Edit endpoint' : 'Add a webhook endpoint'}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="URL"
          hint={
            tier === 'live'
              ? 'A public address of your server, with https.'
              : 'A public address of your server. Prefer https.'
          }
          type="url"
          placeholder="https://example.com/webhooks"
          value={url}
          required
          error={fieldError('url')}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label="Description (optional)"
          value={description}
          maxLength={500}
          dir="auto"
          error={fieldError('description')}
          onChange={(event) => setDescription(event.target.value)}
        />
        <CheckboxGroup
          legend="Events"
          options={eventOptions}
          value={events}
          onChange={setEvents}
          error={events.length === 0 ? 'Select at least one event.' : fieldError('events')}
        />
        {saving.error && <ErrorNotice error={saving.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={saving.isPending} disabled={events.length === 0}>
            {endpoint ? 'Save' : 'Add endpoint'}
          </Button>
        </div>
      </form>
    </Dialog>
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
