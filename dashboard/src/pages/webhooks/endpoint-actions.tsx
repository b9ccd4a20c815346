import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/button';
import { ConfirmDialog, useAction } from '../../components/form';
import { ErrorNotice } from '../../components/notice';
import { deleteEndpoint, sendTestEvent, setEnabled, type Endpoint } from './endpoint';
import { EndpointDialog } from './endpoint-dialog';

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
