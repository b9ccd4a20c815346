import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SimulationService } from '../client.js';
import { answer, summaryOf } from './answers.js';
import { runAnswer, runId } from './run-answer.js';
import { agentCountUpTo, scenario, seed, tool, workflowId } from './tool.js';

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
      const bounds = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      const body = {
        ...bodyOf(input),
        parameters: [{ name: parameter, ...bounds }],
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
