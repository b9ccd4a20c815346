import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, body, data } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { type Column, DataTable, StatusBadge, timeColumn } from '../../components/data-table';
import { Button } from '../../components/notice';
import { Page } from '../../components/page';
import { useTier } from '../../session/session';
import { endpointState, type Endpoint } from './endpoint';
import { EndpointDialog, Events } from './endpoint-dialogs';
import { SecretPanel } from './webhook-page';
import { EmptyState, Pages } from '../../components/states';
import './webhooks.css';

export default function WebhooksPage() {
  const { tier } = useTier();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const endpoints = usePages(['webhook-endpoints'], (cursor) =>
    body(api.GET('/v1/webhook-endpoints', { params: { query: { limit: 100, cursor } } })),
  );
  const createButton = (
    <Button look="primary" onClick={() => setCreating(true)}>
      Add endpoint
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      intro={`The service sends events of the ${tier} tier to these addresses, so that your programs do not have to poll.`}
      actions={createButton}
    >
      <Pages
        query={endpoints}
        lines={3}
        empty={
          <EmptyState title={`No endpoints in the ${tier} tier`} action={createButton}>
            Add the address of your server to receive an event when a simulation finishes.
          </EmptyState>
        }
      >
        {(rows) => <DataTable caption="Webhook endpoints" columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </Pages>
      <SecretPanel
        title="Signing secret of the organization"
        description="It signs deliveries to the webhook_url of single simulations. Endpoints have secrets of their own."
        queryKey="signing-secret"
        read={() => data(api.GET('/v1/webhook-endpoints/signing-secret'))}
        rotate={(key) =>
          data(
            api.POST('/v1/webhook-endpoints/signing-secret/rotate', { params: { header: { 'Idempotency-Key': key } } }),
          )
        }
      />
      {isCreating && (
        <EndpointDialog onClose={() => setCreating(false)} onDone={({ id }) => void navigate(`/webhooks/${id}`)} />
      )}
    </Page>
  );
}

const columns: readonly Column<Endpoint>[] = [
  { header: 'Endpoint', sortBy: ({ url }) => url, cell: (endpoint) => <Address endpoint={endpoint} /> },
  {
    header: 'Status',
    sortBy: (endpoint) => endpointState(endpoint).status,
    cell: (endpoint) => <StatusBadge status={endpointState(endpoint).status} />,
  },
  { header: 'Events', cell: ({ events }) => <Events events={events} /> },
  timeColumn('Created', ({ created_at }: Endpoint) => created_at),
];

function Address({ endpoint: { id, url, description } }: { endpoint: Endpoint }) {
  return (
    <div className="cell">
      <Link to={`/webhooks/${id}`}>{url}</Link>
      {description && (
        <span className="small muted" dir="auto">
          {description}
        </span>
      )}
    </div>
  );
}
