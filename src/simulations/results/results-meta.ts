import type { Simulation } from '../../platform/database/generated/client.js';
import { readSummaryOrNull } from '../stored-summary.js';
import type { AgentPage } from './agent-pages.service.js';

/**
 * Returns the `meta` of a response with agents, the same in all pages except for the paging fields and the summary: only the first page
 * has it, because it is larger than most pages.
 */
export function resultsMeta(simulation: Simulation, { agents, nextCursor }: AgentPage, isFirstPage: boolean) {
  return {
    summary: isFirstPage ? readSummaryOrNull(simulation) : null,
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
