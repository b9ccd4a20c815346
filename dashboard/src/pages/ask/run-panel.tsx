import { Button, ErrorNotice } from '../../components/notice';
import { AgentCountField, Estimate, isAgentCount } from '../../run-simulation/estimate';
import { useUsage } from '../../run-simulation/use-run-form';
import type { CaseStudy } from '../../workflow/use-workflow';
import type { DryRunEstimate, Interpretation } from './requests';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { api, data } from '../../api/client';
import { DataTable } from '../../components/data-table';
import type { Run } from '../../runs/run';
import { runColumns } from '../runs/run-columns';
import { useModels } from '../runs/runs-page';
import '../runs/runs.css';

interface RunPanelProps {
  estimate: DryRunEstimate | undefined;
  /** Undefined while it loads. */
  coverage: Interpretation['coverage'] | undefined;
  workflow: CaseStudy | undefined;
  agentCount: number | undefined;
  onAgentCount: (agentCount: number | undefined) => void;
  onRun: () => void;
  isRunning: boolean;
  error: unknown;
}

/** Number of agents, what it costs, and the button that runs. */
export function RunPanel({
  estimate,
  coverage,
  workflow,
  agentCount,
  onAgentCount,
  onRun,
  isRunning,
  error,
}: RunPanelProps) {
  const { data: usage } = useUsage();
  const ceiling = usage?.agent_count_ceiling ?? estimate?.agent_count ?? 1;
  const simulations = estimate?.cost.simulations ?? 1;
  const single = coverage === 'baseline_only' ? 'Run the baseline' : 'Run simulation';
  const label = simulations > 1 ? `Run ${simulations} simulations` : single;
  const canRun = estimate?.cost.sufficient !== false && isAgentCount(agentCount, ceiling);
  return (
    <section className="panel stack ask-run" aria-label="Run">
      <AgentCountField
        value={agentCount}
        recommended={workflow?.recommended_agent_count}
        ceiling={ceiling}
        onChange={onAgentCount}
      />
      <Estimate estimate={estimate} workflow={workflow} />
      <Button look={coverage === 'full' ? 'primary' : 'normal'} busy={isRunning} disabled={!canRun} onClick={onRun}>
        {isRunning ? 'Starting…' : label}
      </Button>
      {error !== null && <ErrorNotice error={error} onRetry={onRun} />}
    </section>
  );
}

const count = 5;

/** The latest runs, below the question. Nothing while there are none: the examples help then. */
export function RecentRuns() {
  const { data: runs = [] } = useQuery<Run[]>({
    queryKey: ['runs', 'recent'],
    queryFn: () => data(api.GET('/v1/runs', { params: { query: { limit: count } } })),
  });
  const models = useModels(runs);
  const columns = useMemo(() => runColumns(models), [models]);
  if (runs.length === 0) return null;
  return (
    <section className="stack">
      <h2>Recent runs</h2>
      <DataTable caption="Recent runs" columns={columns} rows={runs} rowKey={({ id }) => id} />
      <p>
        <Link to="/runs">All runs</Link>
      </p>
    </section>
  );
}
