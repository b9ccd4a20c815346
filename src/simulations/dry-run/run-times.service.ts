import { Injectable } from '@nestjs/common';
import type { Tier } from '../../common/identity/tier.js';
import type { WorkflowDefinition } from '../../engine/definition.js';
import { Databases } from '../../platform/database/databases.service.js';
import { WorkflowCatalog, type Workflow } from '../../workflows/workflow-catalog.service.js';
import { fitLine } from './fit-line.js';

type Family = WorkflowDefinition['decision']['family'];

/** The default if no runs were measured: milliseconds per agent, measured on two cores with 50 draws of the coefficients. */
const defaultMsPerAgent: Record<Family, number> = {
  amounts: 0.03,
  binary_logit: 0.006,
  conditional_logit: 0.02,
  counts: 0.006,
  diffusion: 0.3,
  hazard: 0.02,
  ordered_logit: 0.003,
  repeated_games: 0.4,
  willingness_to_pay: 0.03,
};

/** Fewer runs depend too much on the load of the machine. */
const minRuns = 3;
const maxRuns = 50;

const lastRunsQuery = `
  SELECT requested.digest, agent_count, ms FROM unnest($1::text[]) AS requested (digest) CROSS JOIN LATERAL (
    SELECT agent_count, (extract(epoch FROM completed_at - started_at) * 1000)::float8 AS ms FROM simulations
    WHERE definition_digest = requested.digest AND status = 'completed' AND kind = 'simulation' ORDER BY completed_at DESC LIMIT ${maxRuns}) AS run`;

interface RunTime {
  digest: string;
  agent_count: number;
  ms: number;
}

export interface ExpectedTime {
  ms: number;
  /** The source of the estimate: runs of the workflow, runs of its family, or `default` if there are too few runs. */
  measured_on: 'workflow' | 'family' | 'default';
  runs: number;
}

/** Predicts run times from the last completed runs in the tier, of all organizations. */
@Injectable()
export class RunTimes {
  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
  ) {}

  async expected(tier: Tier, workflow: Workflow, agentCount: number): Promise<ExpectedTime> {
    const { family } = workflow.definition.decision;
    const sameFamily = this.catalog.builtIn().filter(({ definition }) => definition.decision.family === family);
    const digests = [...new Set([workflow, ...sameFamily].map(({ digest }) => digest))];
    const { rows } = await this.databases
      .sql(tier)
      .query<RunTime>({ name: 'run times', text: lastRunsQuery, values: [digests] });
    const own = rows.filter(({ digest }) => digest === workflow.digest);
    if (own.length >= minRuns) return { ...timeOf(own, agentCount), measured_on: 'workflow' };
    if (rows.length >= minRuns) return { ...timeOf(rows, agentCount), measured_on: 'family' };
    return { ms: Math.ceil(agentCount * defaultMsPerAgent[family]), measured_on: 'default', runs: 0 };
  }
}

function timeOf(runs: readonly RunTime[], agentCount: number): { ms: number; runs: number } {
  const { intercept, slope } = fitLine(runs.map(({ agent_count, ms }) => ({ x: agent_count, y: Math.max(0, ms) })));
  return { ms: Math.ceil(intercept + slope * agentCount), runs: runs.length };
}
