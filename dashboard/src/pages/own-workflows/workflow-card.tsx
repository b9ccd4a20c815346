import { useQuery } from '@tanstack/react-query';
import { StatusBadge, Badge, Time } from '../../components/badge';
import { DataTable, type Column } from '../../components/data-table';
import { Loaded } from '../../components/states';
import { formatDateTime } from '../../format/dates';
import { readVersions, type WorkflowVersion, type OwnWorkflow } from './own-workflow';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../components/button';
import { formatCount } from '../../format/numbers';

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

export function Versions({ workflowId }: { workflowId: string }) {
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

export function WorkflowCard({ workflow, canWrite, onDeprecate }: WorkflowCardProps) {
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
        <Button size="small" look="danger" disabled={!canWrite} aria-label={`Deprecate ${name}`} onClick={onDeprecate}>
          Deprecate
        </Button>
      </div>
      {showsVersions && <Versions workflowId={workflow_id} />}
    </article>
  );
}
