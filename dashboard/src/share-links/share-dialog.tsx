import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, body, data, isApiFailure } from '../api/client';
import type { components } from '../api/types';
import { useIdempotencyKey, usePages } from '../api/use-pages';
import { Button } from '../components/button';
import { ConfirmDialog, Dialog } from '../components/dialog';
import { SelectField } from '../components/field';
import { LoadMore, Skeleton } from '../components/states';
import { ErrorNotice, Notice } from '../components/notice';
import { SecretText, Time } from '../components/badge';
import { formatDateTime } from '../format/dates';
import { SimulatorFields, type SharedRun, type SimulatorLink } from './simulator-fields';

type ShareLink = components['schemas']['ShareLink'];

interface ShareDialogProps {
  run: SharedRun;
  onClose: () => void;
}

const keyOf = (runId: string) => ['share-links', runId];

/** Creates, lists and revokes the share links of a run. */
export function ShareDialog({ run, onClose }: ShareDialogProps) {
  const [revoking, setRevoking] = useState<ShareLink>();
  const [created, setCreated] = useState<components['schemas']['ShareLinkWithUrl']>();
  const endRevocation = () => setRevoking(undefined);
  const onRevoked = () => {
    if (created?.id === revoking?.id) setCreated(undefined);
    endRevocation();
  };
  if (revoking) return <RevokeDialog link={revoking} onRevoked={onRevoked} onClose={endRevocation} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share the report"
      description="Anyone with the link can read the report without an account. It shows the name and the question, but no notes, no single agents and no other data of your organization. A fit is shown without comments of its spec, and with rounded quantiles."
    >
      <div className="stack">
        {created && (
          <>
            <SecretText label="Share link" text={created.url} />
            <Notice title="This link is shown only once">
              <p>It works until {formatDateTime(created.expires_at)}. Copy it now, or create another one later.</p>
            </Notice>
          </>
        )}
        <CreateForm run={run} created={created?.id} onCreated={setCreated} />
        <LinkList runId={run.id} onRevoke={setRevoking} />
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

const expiries = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

interface CreateFormProps {
  run: SharedRun;
  /** Id of the last new link. Another link needs another idempotency key. */
  created: string | undefined;
  onCreated: (link: components['schemas']['ShareLinkWithUrl']) => void;
}

function CreateForm({ run, created, onCreated }: CreateFormProps) {
  const queryClient = useQueryClient();
  const [days, setDays] = useState('30');
  const [simulator, setSimulator] = useState<SimulatorLink>();
  const request = { run_id: run.id, expires_in_days: Number(days), ...(simulator && { simulator }) };
  const idempotencyKey = useIdempotencyKey({ ...request, created });
  const creation = useMutation({
    mutationFn: () =>
      data(api.POST('/v1/share-links', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body: request })),
    // The link must not stay in memory after the dialog that shows it.
    gcTime: 0,
    onSuccess: (link) => {
      void queryClient.invalidateQueries({ queryKey: keyOf(run.id) });
      onCreated(link);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <SelectField label="Expires after" value={days} options={expiries} onChange={setDays} />
      {run.object === 'simulation' && (
        <SimulatorFields
          run={run}
          value={simulator}
          onChange={setSimulator}
          problem={(path) =>
            isApiFailure(creation.error) ? creation.error.fieldMessage(`simulator.${path}`) : undefined
          }
        />
      )}
      {creation.error && <ErrorNotice error={creation.error} />}
      <div className="row">
        <Button
          type="submit"
          look="primary"
          busy={creation.isPending}
          disabled={simulator && simulator.parameters.length === 0}
        >
          {created === undefined ? 'Create a link' : 'Create another link'}
        </Button>
      </div>
    </form>
  );
}

function LinkList({ runId, onRevoke }: { runId: string; onRevoke: (link: ShareLink) => void }) {
  const query = usePages(keyOf(runId), (cursor) =>
    body(api.GET('/v1/share-links', { params: { query: { run_id: runId, ...(cursor && { cursor }) } } })),
  );
  const { rows, error } = query;
  if (!rows) return error ? <ErrorNotice error={error} onRetry={() => void query.refetch()} /> : <Skeleton lines={2} />;
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="share-links">
      <h3 id="share-links">Links to this report</h3>
      <ul className="stack">
        {rows.map((link) => (
          <li key={link.id}>
            <span className="row">
              <span>
                {link.simulator && 'Simulator. '}
                Created <Time at={link.created_at} />, expires <Time at={link.expires_at} />
              </span>
              <Button
                size="small"
                look="danger"
                aria-label={`Revoke the link that expires at ${formatDateTime(link.expires_at)}`}
                onClick={() => onRevoke(link)}
              >
                Revoke
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </section>
  );
}

interface RevokeDialogProps {
  link: ShareLink;
  onRevoked: () => void;
  onClose: () => void;
}

function RevokeDialog({ link, onRevoked, onClose }: RevokeDialogProps) {
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => data(api.DELETE('/v1/share-links/{link_id}', { params: { path: { link_id: link.id } } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(link.run_id), refetchType: 'all' });
      onRevoked();
    },
  });
  return (
    <ConfirmDialog
      title="Revoke the link?"
      description="Everyone who has the link loses access to the report immediately. You cannot undo this."
      confirmLabel="Revoke the link"
      danger
      busy={revocation.isPending}
      error={revocation.error}
      onConfirm={() => revocation.mutate()}
      onClose={onClose}
    />
  );
}
