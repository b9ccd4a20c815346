import type { components } from '../../api/client';
import { formatCount } from '../../format/format';

export type UsageReport = components['schemas']['UsageReport'];
export type Plan = UsageReport['plans'][number];
type LimitName = Exclude<keyof Plan, 'plan_tier'>;

export const planOf = ({ plans, plan_tier }: UsageReport): Plan | undefined =>
  plans.find((plan) => plan.plan_tier === plan_tier);

export interface Limit {
  name: LimitName;
  label: string;
  format: (value: number) => string;
  /** What the limit restricts, and what happens at the limit. */
  meaning: string;
  /** When the limit permits more again. */
  renewal: string;
}

const seconds = (value: number) => (value < 120 ? `${value} seconds` : `${formatCount(value / 60)} minutes`);

export const limits: readonly Limit[] = [
  {
    name: 'simulation_limit',
    label: 'Simulations per month',
    format: formatCount,
    meaning: 'Each created simulation counts, including each point of a sweep. Further ones are rejected.',
    renewal: 'On the first day of each month, 00:00 UTC. Each tier counts separately.',
  },
  {
    name: 'agent_count_ceiling',
    label: 'Agents per simulation',
    format: formatCount,
    meaning: 'Simulations with more agents are rejected. More agents give narrower intervals.',
    renewal: 'Applies to each simulation.',
  },
  {
    name: 'large_agent_count_ceiling',
    label: 'Agents per large simulation',
    format: (value) => (value > 10_000 ? formatCount(value) : 'none'),
    meaning:
      'Large simulations have more than 10,000 agents and run in blocks on all workers. The operator enables them.',
    renewal: 'Applies to each large simulation.',
  },
  {
    name: 'concurrent_simulations',
    label: 'Simulations at the same time',
    format: formatCount,
    meaning: 'Further simulations wait in the queue and start automatically.',
    renewal: 'When a running simulation finishes.',
  },
  {
    name: 'compute_seconds_per_simulation',
    label: 'Processor time per simulation',
    format: seconds,
    meaning: 'A simulation that needs more time fails. Its quota is refunded, except with your own workflows.',
    renewal: 'Applies to each simulation.',
  },
  {
    name: 'rate_limit_per_minute',
    label: 'Requests per minute',
    format: formatCount,
    meaning: 'Requests of this page and of your programs. Further requests are rejected and say when to try again.',
    renewal: 'Continuously: each request counts for 60 seconds.',
  },
  {
    name: 'promotion_dry_runs_per_minute',
    label: 'Workflow checks per minute',
    format: formatCount,
    meaning: 'Checks of your own workflow definitions without publishing.',
    renewal: 'Continuously: each check counts for 60 seconds.',
  },
  {
    name: 'processor_seconds_per_minute',
    label: 'Processor time outside simulations per minute',
    format: seconds,
    meaning: 'Uploads, drafts, dry runs, checks, questions and analyses of your organization, in each tier.',
    renewal: 'Continuously, within a minute.',
  },
];
