import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SimulationService } from '../client.js';
import { kinds } from '../kinds.js';
import { answer } from './answers.js';
import { runId } from './run-answer.js';
import { tool, workflowId } from './tool.js';

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
