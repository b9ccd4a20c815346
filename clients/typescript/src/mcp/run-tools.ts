import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SimulationService } from '../client.js';
import { answer, runAnswer, runId, summaryOf } from './answers.js';
import { agentCountUpTo, scenario, seed, tool, workflowId } from './tool.js';
import { kinds } from '../kinds.js';

/** Below the usual 30 s after which clients of the protocol give up. */
const longestWaitSeconds = 25;

export function registerRunTools(server: McpServer, client: SimulationService, agentCountCeiling: number): void {
  const agentCount = agentCountUpTo(agentCountCeiling);
  const request = { workflow_id: workflowId, scenario: scenario.optional(), agent_count: agentCount, seed };
  type Request = z.infer<z.ZodObject<typeof request>>;
  const bodyOf = ({ scenario: values, ...rest }: Request) => ({ ...rest, scenario_context: values ?? {} });

  tool(
    server,
    'estimate',
    {
      title: 'Estimate a simulation',
      description:
        'Checks a scenario without running it: its cost in simulations and what is left of the quota, the expected time, the expected width of the intervals, and warnings.',
    },
    request,
    async (input) => {
      const plan = await client.simulations.dryRun(bodyOf(input));
      const { scenario_context, warnings, cost, expected_run_time, expected_precision, agent_count } = plan;
      return answer({ agent_count, scenario: scenario_context, cost, expected_run_time, expected_precision, warnings });
    },
  );
  tool(
    server,
    'simulate',
    {
      title: 'Simulate a scenario',
      description:
        'Runs a workflow with a scenario and compares it with the baseline, for the same agents. Costs one simulation. Returns the answer, or the id if the run takes longer than 20 seconds.',
      creates: true,
    },
    request,
    async (input, { mcpReq: { signal } }) => {
      const record = await client.simulations.create(bodyOf(input), { waitSeconds: 20, signal });
      return answer(await runAnswer(client, record));
    },
  );
  tool(
    server,
    'goal',
    {
      title: 'Search for a goal',
      description:
        'Searches for the value of one numeric parameter with which a share reaches a target (reach), or is greatest (maximize) or least (minimize). Costs one simulation for each 20 evaluations or fewer.',
      creates: true,
    },
    {
      ...request,
      parameter: z.string().max(100).describe('Id of the parameter that may change.'),
      from: z.number().optional().describe('Lowest value. Default: the lowest in the data.'),
      to: z.number().optional().describe('Highest value. Default: the highest in the data.'),
      objective: z.enum(['reach', 'maximize', 'minimize']),
      share: z.string().max(100).describe('Id of the outcome or outcome group.'),
      target: z.number().min(0).max(1).optional().describe('Share to reach, from 0 to 1. Only for reach.'),
    },
    async ({ parameter, from, to, objective, share, target, ...input }, { mcpReq: { signal } }) => {
      // The service rejects `reach` without a target.
      const kind = objective === 'reach' ? { goal: objective, target: target! } : { goal: objective };
      const body = {
        ...bodyOf(input),
        parameters: [{ name: parameter, from, to }],
        objective: { ...kind, share },
      };
      const record = await client.goals.create(body, { waitSeconds: 20, signal });
      return answer(await runAnswer(client, record));
    },
  );
  tool(
    server,
    'wait',
    {
      title: 'Wait for a run',
      description: `Waits until a run is finished, at most ${longestWaitSeconds} seconds, and returns its answer or its progress.`,
    },
    { id: runId, seconds: z.number().int().min(1).max(longestWaitSeconds).default(longestWaitSeconds) },
    async ({ id, seconds }, { mcpReq: { signal } }) =>
      answer(await runAnswer(client, await client.runs.get(id, { waitSeconds: seconds, signal }))),
  );
  tool(
    server,
    'summarize',
    {
      title: 'Summarize a result',
      description:
        'Returns the result of a completed run: the answer in one sentence, the figures with 95% intervals, how the model did on held-out data, and its limits.',
    },
    { id: runId, detail: z.enum(['short', 'complete']).default('short') },
    async ({ id, detail }) => answer({ id, ...summaryOf(await client.runs.view(id), detail === 'complete') }),
  );
}

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];
const statuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

/** Tools for runs that exist: of earlier conversations too. */
export function registerStoredRunTools(server: McpServer, client: SimulationService): void {
  tool(
    server,
    'list_runs',
    {
      title: 'List runs',
      description: 'Lists the runs of the organization, newest first, with their ids for summarize, compare and wait.',
    },
    {
      kind: z.enum(kindNames).optional().describe('Default: all kinds.'),
      workflow_id: workflowId.optional(),
      status: z.enum(statuses).optional().describe('Default: runs in any status.'),
      created_by: z.string().max(100).optional().describe('Id of a user or an API key, or "me" for your own key.'),
      limit: z.number().int().min(1).max(50).default(10),
    },
    async ({ kind, workflow_id, status, created_by, limit }) => {
      const own = { ...(kind && { kind }), ...(status && { status }), ...(created_by && { created_by }) };
      const filters = { ...own, ...(workflow_id && { workflow_id }), limit };
      const { data, meta } = await client.runs.list(filters).first();
      return answer({
        runs: data.map((run) => ({
          ...{ id: run.id, kind: run.object, status: run.status, name: run.name ?? undefined },
          workflow_id: 'workflow_id' in run ? run.workflow_id : undefined,
          scenario: 'scenario_context' in run ? run.scenario_context : undefined,
          created_at: run.created_at,
          created_by: run.created_by ?? undefined,
        })),
        has_more: meta.has_more,
      });
    },
  );
  tool(
    server,
    'cancel_run',
    {
      title: 'Cancel a run',
      description:
        'Ends a queued or running run without a result. A queued one returns its quota. Cancel only runs that the person wants to end.',
      cancels: true,
    },
    { id: runId },
    async ({ id }) => {
      const { status } = await client.runs.cancel(id);
      return answer({ id, status });
    },
  );
}
