import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Time } from '../../components/time';
import { formatCount } from '../../format/numbers';
import type { OwnWorkflow } from './own-workflow';
import { Versions } from './versions';

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
      <header className="own-workflows-header">
        <h2 dir="auto">
          <Link to={`/workflows/${workflow_id}`}>{name}</Link>
        </h2>
        <Badge kind="good">version {version}</Badge>
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
