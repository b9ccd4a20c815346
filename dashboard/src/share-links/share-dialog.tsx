import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, body, type components, data } from '../api/client';
import { usePages } from '../api/use-pages';
import { Button, Notice } from '../components/notice';
import { ConfirmDialog, Dialog, Form, useForm } from '../components/form';
import { CheckboxGroup, SelectField, TextField } from '../components/field';
import { SecretText, Time } from '../components/data-table';
import { formatDateTime } from '../format/format';
import { parametersOf } from '../parameter-form/parameters';
import type { Run } from '../runs/run';
import { useWorkflow } from '../workflow/use-workflow';
import { Loaded, Pages } from '../components/states';

type ShareLink = components['schemas']['ShareLink'];

const keyOf = (runId: string) => ['share-links', runId];

/** Creates, lists and revokes the share links of a run. */
export function ShareDialog({ run, onClose }: { run: Run; onClose: () => void }) {
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
      description="Anyone with the link can read the report without an account. It shows the name and the question, but no notes, no single agents and no other data of your organization. A fit is shown without comments of its spec and without values of single respondents."
    >
      <div className="stack">
        {created && (
          <>
            <SecretText label="Share link" text={created.url} />
            <Notice title="This link is shown only once">
              It works until {formatDateTime(created.expires_at)}. Copy it now, or create another one later.
            </Notice>
          </>
        )}
        <CreateForm run={run} created={created !== undefined} onCreated={setCreated} />
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
  run: Run;
  created: boolean;
  onCreated: (link: components['schemas']['ShareLinkWithUrl']) => void;
}

function CreateForm({ run, created, onCreated }: CreateFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { days: '30', simulator: undefined as SimulatorLink | undefined, consent: [] as string[], created: '' },
    send: ({ days, simulator, consent }, key) => {
      const request = {
        ...{ run_id: run.id, expires_in_days: Number(days) },
        ...(simulator && { simulator, allow_exact_values: consent.length > 0 }),
      };
      return data(api.POST('/v1/share-links', { params: { header: { 'Idempotency-Key': key } }, body: request }));
    },
    fields: ['simulator.origins'],
    codes: { exact_values_consent_required: { field: 'consent', text: 'Allow it, or fit the model again.' } },
    onDone: (link) => {
      // Another link needs another idempotency key.
      form.set({ created: link.id });
      void queryClient.invalidateQueries({ queryKey: keyOf(run.id) });
      onCreated(link);
    },
  });
  const { days, simulator, consent } = form.values;
  const needsConsent = simulator && (consent.length > 0 || form.errors.at('consent') !== undefined);
  return (
    <Form
      form={form}
      action={created ? 'Create another link' : 'Create a link'}
      disabled={simulator && simulator.parameters.length === 0}
    >
      <SelectField
        label="Expires after"
        value={days}
        options={expiries}
        onChange={(next) => form.set({ days: next })}
      />
      {run.object === 'simulation' && (
        <SimulatorFields
          run={run}
          value={simulator}
          onChange={(next) => form.set({ simulator: next })}
          problem={form.errors.at('simulator.origins')}
        />
      )}
      {needsConsent && (
        <>
          <Notice kind="warning" title="The distributions can contain values of single respondents">
            The model was fitted before values of fewer than ten respondents were pooled. Fit it again, or allow
            visitors to get these values.
          </Notice>
          <CheckboxGroup
            legend="Values of single respondents"
            options={[{ value: 'allow', label: 'Visitors can get them' }]}
            value={consent}
            error={consent.length > 0 ? undefined : form.errors.at('consent')}
            onChange={(next) => form.set({ consent: next })}
          />
        </>
      )}
    </Form>
  );
}

function LinkList({ runId, onRevoke }: { runId: string; onRevoke: (link: ShareLink) => void }) {
  const query = usePages(keyOf(runId), (cursor) =>
    body(api.GET('/v1/share-links', { params: { query: { run_id: runId, cursor } } })),
  );
  return (
    <Pages query={query} lines={2} empty={null}>
      {(rows) => (
        <section className="stack" aria-labelledby="share-links">
          <h3 id="share-links">Links to this report</h3>
          <ul className="stack">
            {rows.map((link) => (
              <li key={link.id} className="row">
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
              </li>
            ))}
          </ul>
        </section>
      )}
    </Pages>
  );
}

interface RevokeDialogProps {
  link: ShareLink;
  onRevoked: () => void;
  onClose: () => void;
}

function RevokeDialog({ link: { id, run_id }, onRevoked, onClose }: RevokeDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      danger
      title="Revoke the link?"
      description="Everyone who has the link loses access to the report immediately. You cannot undo this."
      confirmLabel="Revoke the link"
      send={() => data(api.DELETE('/v1/share-links/{link_id}', { params: { path: { link_id: id } } }))}
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: keyOf(run_id), refetchType: 'all' });
        onRevoked();
      }}
      onClose={onClose}
    />
  );
}

type SimulatorLink = NonNullable<components['schemas']['ShareLink']['simulator']>;

interface SimulatorFieldsProps {
  run: Run;
  value: SimulatorLink | undefined;
  onChange: (value: SimulatorLink | undefined) => void;
  problem: string | undefined;
}

const uses = [
  { value: 'report', label: 'Read the report' },
  { value: 'simulator', label: 'Read the report and change values' },
];

/** What visitors can change, and where the page can be embedded. */
function SimulatorFields({ run, value, onChange, problem }: SimulatorFieldsProps) {
  const query = useWorkflow(value && run.workflow_id, run.workflow_version);
  return (
    <>
      <SelectField
        label="Visitors can"
        value={value ? 'simulator' : 'report'}
        options={uses}
        onChange={(use) => onChange(use === 'simulator' ? { parameters: [], origins: [] } : undefined)}
      />
      {value && (
        <>
          <Notice kind="warning" title="The browser of each visitor gets the model">
            It gets the coefficients of the model and the distributions of its agents, and can keep them after you
            revoke the link. It never gets rows of a table. If the model was fitted to your data, each point of a
            distribution describes at least ten respondents. Visitors who know how can change other parameters in their
            own copy. Each visitor can also select a segment of the agents.
          </Notice>
          <Loaded query={query}>
            {(workflow) => (
              <CheckboxGroup
                legend="Values that visitors can change"
                options={parametersOf(workflow).map(({ id, label }) => ({ value: id, label }))}
                value={value.parameters}
                onChange={(parameters) => onChange({ ...value, parameters })}
              />
            )}
          </Loaded>
          <TextField
            label="Websites that can embed it"
            hint="Origins with spaces between them, such as https://example.com. Empty: none."
            defaultValue=""
            error={problem}
            onChange={(text) => onChange({ ...value, origins: text.split(/[\s,]+/).filter(Boolean) })}
          />
        </>
      )}
    </>
  );
}
