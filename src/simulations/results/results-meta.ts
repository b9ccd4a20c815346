import type { Simulation } from '../../platform/database/generated/client.js';
import { readSummaryOrNull } from '../read-summary.js';
import type { AgentPage } from './agent-pages.service.js';

/** Returns the `meta` of a response with agents, the same in all pages except for the paging fields. */
export function resultsMeta(simulation: Simulation, { agents, nextCursor }: AgentPage) {
  return {
    summary: readSummaryOrNull(simulation.summary),
    seed: Number(simulation.seed),
    digest: simulation.digest,
    workflow: {
      workflow_id: simulation.workflowId,
      version: simulation.workflowVersion,
      definition_digest: simulation.definitionDigest,
    },
    returned: agents.length,
    has_more: nextCursor !== null,
    next_cursor: nextCursor,
  };
}
