import { Button } from '../../components/button';
import { AgentCountField, isAgentCount } from '../../run-simulation/agent-count-field';
import { Estimate } from '../../run-simulation/estimate';
import { RunFailure } from '../../run-simulation/run-failure';
import { useUsage } from '../../run-simulation/use-usage';
import type { CaseStudy } from '../../workflow/use-workflow';
import type { DryRunEstimate } from './question-types';

interface RunPanelProps {
  estimate: DryRunEstimate | undefined;
  workflow: CaseStudy | undefined;
  agentCount: number | undefined;
  onAgentCount: (agentCount: number | undefined) => void;
  onRun: () => void;
  isRunning: boolean;
  error: unknown;
}

/** Number of agents, what it costs, and the button that runs. */
export function RunPanel({ estimate, workflow, agentCount, onAgentCount, onRun, isRunning, error }: RunPanelProps) {
  const { data: usage } = useUsage();
  const ceiling = usage?.agent_count_ceiling ?? estimate?.agent_count ?? 1;
  const simulations = estimate?.cost.simulations ?? 1;
  const label = simulations > 1 ? `Run ${simulations} simulations` : 'Run simulation';
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
      <Button look="primary" busy={isRunning} disabled={!canRun} onClick={onRun}>
        {isRunning ? 'Starting…' : label}
      </Button>
      {error !== null && <RunFailure error={error} onRetry={onRun} />}
    </section>
  );
}
