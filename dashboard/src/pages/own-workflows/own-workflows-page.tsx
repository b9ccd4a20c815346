import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../components/form';
import {
  deprecate,
  type OwnWorkflow,
  readDeprecated,
  readOwnWorkflows,
  readVersions,
  type WorkflowVersion,
} from './own-workflow';
import { Button, ButtonLink, Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { scopeWords } from '../../components/scope-list';
import { useHasScope, useTier } from '../../session/session';
import { PublishForm } from './publish-form';
import { Badge, type Column, DataTable, StatusBadge, Time } from '../../components/data-table';
import { formatCount, formatDateTime } from '../../format/format';
import { EmptyState, Loaded } from '../../components/states';
import './own-workflows.css';

const DeprecateDialog = ({ workflow, onClose }: { workflow: OwnWorkflow; onClose: () => void }) => (
  <ConfirmDialog
    danger
    title={`Deprecate ${workflow.name}?`}
    description="New simulations of all its versions are rejected immediately. Queued simulations still run, and results remain. To offer the workflow again, publish a higher version."
    confirmLabel="Deprecate workflow"
    send={() => deprecate(workflow.workflow_id)}
    refresh={['case-studies']}
    onClose={onClose}
  />
);

/** Workflows that the organization deprecated. Their versions and results remain readable. */
function DeprecatedWorkflows() {
  const [open, setOpen] = useState<string>();
  const { data: ids } = useQuery({ queryKey: ['case-studies', 'deprecated'], queryFn: readDeprecated });
  if (!ids || ids.length === 0) return null;
  return (
    <section className="stack">
      <h2>Deprecated</h2>
      <p className="muted">
        No simulations of these can be created. Results remain. A higher version publishes them again.
      </p>
      {ids.map((id) => (
        <div key={id} className="stack">
          <div className="row">
            <Link to={`/workflows/${id}`}>{id}</Link>
            <Button
              size="small"
              aria-expanded={open === id}
              aria-label={`Versions of ${id}`}
              onClick={() => setOpen(open === id ? undefined : id)}
            >
              {open === id ? 'Hide versions' : 'Versions'}
            </Button>
          </div>
          {open === id && <Versions workflowId={id} />}
        </div>
      ))}
    </section>
  );
}

export default function OwnWorkflowsPage() {
  const { tier } = useTier();
  const [isAdding, setAdding] = useState(false);
  const [deprecating, setDeprecating] = useState<OwnWorkflow>();
  const workflows = useQuery({ queryKey: ['case-studies', 'own'], queryFn: readOwnWorkflows });
  const canWrite = useHasScope('case_studies:write');
  const addButton = (
    <>
      <ButtonLink look="primary" to="/own-data">
        Make one from own data
      </ButtonLink>
      <Button disabled={!canWrite} onClick={() => setAdding(true)}>
        Upload a definition
      </Button>
    </>
  );
  return (
    <Page
      title="Your workflows"
      intro={`Workflows that you calibrated on your own data. Only your organization can see and simulate them, in the ${tier} tier.`}
      actions={!isAdding && addButton}
    >
      {!canWrite && (
        <Notice kind="warning" title="You can read workflows, but not publish them">
          An owner of the organization can grant it: “{scopeWords['case_studies:write']}”.
        </Notice>
      )}
      {isAdding && <PublishForm onClose={() => setAdding(false)} />}
      <Loaded query={workflows} lines={5}>
        {(rows) =>
          rows.length === 0 ? (
            !isAdding && (
              <EmptyState
                title={`No workflows of your own in the ${tier} tier`}
                action={<div className="row own-workflows-add">{addButton}</div>}
              >
                <p>
                  <Link to="/own-data">Own data</Link> makes a workflow from a table in a few minutes. You can also
                  upload a complete definition.
                </p>
              </EmptyState>
            )
          ) : (
            <ul className="plain-list stack">
              {rows.map((workflow) => (
                <li key={workflow.workflow_id}>
                  <WorkflowCard workflow={workflow} canWrite={canWrite} onDeprecate={() => setDeprecating(workflow)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <DeprecatedWorkflows />
      {deprecating && <DeprecateDialog workflow={deprecating} onClose={() => setDeprecating(undefined)} />}
    </Page>
  );
}

const columns: Column<WorkflowVersion>[] = [
  { header: 'Version', cell: ({ version }) => version },
  {
    header: 'Status',
    cell: ({ deprecated_at }) => <StatusBadge status={deprecated_at ? 'deprecated' : 'active'} />,
  },
  { header: 'Published', cell: ({ created_at }) => formatDateTime(created_at) },
  {
    header: 'SHA-256 of the definition',
    cell: ({ definition_digest }) => <code title={definition_digest}>{definition_digest.slice(0, 12)}…</code>,
  },
];

function Versions({ workflowId }: { workflowId: string }) {
  const versions = useQuery({
    queryKey: ['case-studies', 'versions', workflowId],
    queryFn: () => readVersions(workflowId),
  });
  return (
    <Loaded query={versions}>
      {(rows) => (
        <DataTable
          caption={`Versions of ${workflowId}`}
          columns={columns}
          rows={rows}
          rowKey={({ version }) => version}
        />
      )}
    </Loaded>
  );
}

interface WorkflowCardProps {
  workflow: OwnWorkflow;
  canWrite: boolean;
  onDeprecate: () => void;
}

function WorkflowCard({ workflow, canWrite, onDeprecate }: WorkflowCardProps) {
  const [showsVersions, setShowsVersions] = useState(false);
  const { workflow_id, name, summary, version, created_at, evidence } = workflow;
  return (
    <article className="panel stack">
      <header className="between">
        <h2 dir="auto">
          <Link to={`/workflows/${workflow_id}`}>{name}</Link>
        </h2>
        <Badge>version {version}</Badge>
      </header>
      <p dir="auto">{summary}</p>
      <p className="small muted">
        <code>{workflow_id}</code>, published <Time at={created_at} />. {formatCount(evidence.respondents)} respondents,{' '}
        {formatCount(evidence.held_out_observations)} held-out observations.
      </p>
      <div className="row">
        <Button
          size="small"
          aria-expanded={showsVersions}
          aria-label={`Versions of ${name}`}
          onClick={() => setShowsVersions(!showsVersions)}
        >
          {showsVersions ? 'Hide versions' : 'Versions'}
        </Button>
        <Button size="small" look="danger" disabled={!canWrite} of={name} onClick={onDeprecate}>
          Deprecate
        </Button>
      </div>
      {showsVersions && <Versions workflowId={workflow_id} />}
    </article>
  );
}
