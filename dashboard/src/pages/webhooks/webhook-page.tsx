import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '../../api/use-pages';
import { Button, ButtonLink, ErrorNotice, Notice } from '../../components/notice';
import { Facts } from '../../components/facts';
import { ConfirmDialog, useAction } from '../../components/form';
import { SecretText, StatusBadge, Time } from '../../components/data-table';
import { Link, useParams } from 'react-router';
import { isApiFailure, api, data } from '../../api/client';
import { Page } from '../../components/page';
import { useTier } from '../../session/session';
import { Deliveries } from './deliveries';
import { endpointState, readEndpoint, readSecret, type Endpoint } from './endpoint';
import { EndpointActions, Events } from './endpoint-dialogs';
import { EmptyState, Loaded } from '../../components/states';
import './webhooks.css';

interface SecretPanelProps {
  title: string;
  description: string;
  queryKey: string;
  read: () => Promise<{ secret: string }>;
  rotate: (idempotencyKey: string) => Promise<{ secret: string }>;
}

/** A secret that signs webhooks. The page requests it only when the user wants to see it. */
export function SecretPanel({ title, description, queryKey, read, rotate }: SecretPanelProps) {
  const [secret, setSecret] = useState<string>();
  const [isRotating, setRotating] = useState(false);
  const [rotations, setRotations] = useState(0);
  const idempotencyKey = useIdempotencyKey([queryKey, rotations]);
  const reading = useAction(read, { onDone: (answer) => setSecret(answer.secret) });
  return (
    <section className="panel stack">
      <div>
        <h2>{title}</h2>
        <p className="muted">
          {description} <a href="/docs">How to verify signatures</a>
        </p>
      </div>
      {secret !== undefined && <SecretText label={title} text={secret} />}
      {reading.error && <ErrorNotice error={reading.error} />}
      <div className="row">
        {secret === undefined ? (
          <Button busy={reading.isPending} onClick={() => reading.mutate()}>
            Show secret
          </Button>
        ) : (
          <Button onClick={() => setSecret(undefined)}>Hide secret</Button>
        )}
        <Button onClick={() => setRotating(true)}>Rotate secret</Button>
      </div>
      {isRotating && (
        <ConfirmDialog
          title="Rotate the secret?"
          description="For 24 hours, deliveries carry a signature of the old and of the new secret. Give your receiver the new secret within this time."
          confirmLabel="Rotate secret"
          send={() => rotate(idempotencyKey)}
          onDone={(answer) => {
            setSecret(answer.secret);
            setRotations(rotations + 1);
            setRotating(false);
          }}
          onClose={() => setRotating(false)}
        />
      )}
    </section>
  );
}

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
          It was deleted, or it belongs to the other tier. Switch the tier at the top of the page.
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
          {cause}
        </Notice>
      )}
      <Facts
        className="panel"
        facts={[
          ['URL', <code>{endpoint.url}</code>, 'wide'],
          ['Description', endpoint.description],
          ['Status', <StatusBadge status={status} />],
          ['Created', <Time at={endpoint.created_at} />],
          ['Events', <Events events={endpoint.events} />, 'wide'],
        ]}
      />
    </>
  );
}
