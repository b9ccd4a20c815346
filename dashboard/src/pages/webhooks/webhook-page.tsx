import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { api, data } from '../../api/client';
import { StatusBadge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { EmptyState, Loaded } from '../../components/states';
import { Time } from '../../components/time';
import { useTier } from '../../session/session';
import { Deliveries } from './deliveries';
import { endpointState, readEndpoint, readSecret, type Endpoint } from './endpoint';
import { EndpointActions } from './endpoint-actions';
import { Events } from './events';
import { SecretPanel } from './secret-panel';
import './webhooks.css';

export default function WebhookPage() {
  const { endpointId = '' } = useParams();
  const { tier } = useTier();
  const endpoint = useQuery({
    queryKey: ['webhook-endpoints', endpointId],
    queryFn: () => readEndpoint(endpointId),
  });
  const isMissing = isApiFailure(endpoint.error) && endpoint.error.status === 404;
  return (
    <Page title="Webhook endpoint" actions={endpoint.data && <EndpointActions endpoint={endpoint.data} />}>
      <p>
        <Link to="/webhooks">All endpoints</Link>
      </p>
      {isMissing ? (
        <EmptyState
          title={`No such endpoint in the ${tier} tier`}
          action={<ButtonLink to="/webhooks">Show all endpoints</ButtonLink>}
        >
          <p>It was deleted, or it belongs to the other tier. Switch the tier at the top of the page.</p>
        </EmptyState>
      ) : (
        <Loaded query={endpoint} lines={6}>
          {(each) => (
            <>
              <Summary endpoint={each} />
              <Deliveries endpointId={each.id} isEnabled={each.enabled} />
              <SecretPanel
                title="Secret"
                description="It signs the deliveries to this endpoint."
                queryKey={each.id}
                read={() => readSecret(each.id)}
                rotate={(key) =>
                  data(
                    api.POST('/v1/webhook-endpoints/{endpoint_id}/rotate-secret', {
                      params: { path: { endpoint_id: each.id }, header: { 'Idempotency-Key': key } },
                    }),
                  )
                }
              />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function Summary({ endpoint }: { endpoint: Endpoint }) {
  const { status, cause } = endpointState(endpoint);
  return (
    <>
      {cause && (
        <Notice kind={status === 'disabled' ? 'bad' : 'warning'} title={`This endpoint is ${status}`}>
          <p>{cause}</p>
        </Notice>
      )}
      <dl className="panel webhooks-summary">
        <div className="webhooks-url">
          <dt>URL</dt>
          <dd>
            <code>{endpoint.url}</code>
          </dd>
        </div>
        {endpoint.description && (
          <div>
            <dt>Description</dt>
            <dd dir="auto">{endpoint.description}</dd>
          </div>
        )}
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={status} />
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Time at={endpoint.created_at} />
          </dd>
        </div>
        <div className="webhooks-url">
          <dt>Events</dt>
          <dd>
            <Events events={endpoint.events} />
          </dd>
        </div>
      </dl>
    </>
  );
}
