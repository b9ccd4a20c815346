import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../model/definition.js';
import type { ApiResponse, ApiClient } from './api-client.js';
import { projectFolder } from './operator.js';

interface DisputedQuestion {
  question: string;
  nearest: string;
}

export interface PublishedWorkflow {
  workflow_id: string;
  version: string;
  visibility: string;
  definition_digest: string;
  created_at: string | null;
  deprecated_at: string | null;
  overlaps: { workflow_id: string; questions: DisputedQuestion[]; taken: DisputedQuestion[] }[];
  warnings: { code: string; message: string }[];
  golden: { agent_count: number; digest: string; outcomes: { id: string; share: number }[] };
}

/** A valid definition that simulates quickly, with another workflow id. */
export function testDefinition(workflowId: string, changes: Partial<WorkflowDefinition> = {}): WorkflowDefinition {
  const file = join(projectFolder, 'catalog/hiv-test-incentive.json');
  const definition = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
  // Few questions: a publication compares each with those of all workflows, which takes most of its time.
  const routing = {
    examples: definition.routing.examples.slice(0, 5),
    not_for: definition.routing.not_for.slice(0, 1),
  };
  return { ...definition, routing, workflow_id: workflowId, version: '1.0.0', ...changes };
}

/** The linear model of the Swissmetro survey, with a coefficient of money, as a workflow of an organization. */
export function linearModeChoice(workflowId: string): WorkflowDefinition {
  const file = join(projectFolder, 'model/testing/linear-mode-choice.json');
  const definition = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
  return { ...definition, routing: weaversRouting, workflow_id: workflowId, version: '1.0.0' };
}

/** Each agent has 100 periods, and each period evaluates 800 terms, by default. With more periods, the summary would be too large. */
export function slowDefinition(workflowId: string, { periods = 100, terms: count = 800 } = {}): unknown {
  const file = join(projectFolder, 'catalog/unemployment-duration.json');
  const definition = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
  const decision = definition.decision as WorkflowDefinition['decision'] & { family: 'hazard' };
  const [first] = decision.terms;
  const log = { state: 'period', transform: 'log' } as const;
  const terms = Array.from({ length: count }, (_, k) => ({ ...first!, id: `t${k}`, scale: 1e-9, factors: [log, log] }));
  const outcomes = decision.outcomes.map((outcome, k) =>
    k === decision.outcomes.length - 2 ? { ...outcome, until: periods } : outcome,
  );
  return {
    ...definition,
    workflow_id: workflowId,
    version: '1.0.0',
    decision: { ...decision, periods, outcomes, terms: [...decision.terms, ...terms] },
  };
}

/** A question that matches no workflow of the catalog, and the routing examples that match it. */
export const weaversQuestion = 'Do village weavers sell more baskets when the market pays by mobile phone?';
export const weaversRouting: WorkflowDefinition['routing'] = {
  examples: [
    weaversQuestion,
    'How many baskets do weavers sell at the market?',
    'What if weavers are paid by mobile phone?',
  ],
  not_for: ['How many baskets does a basketball team shoot?'],
};

/** Publishes a definition, again if its check did not end in time: other tests use the same processors. */
export async function publishWorkflow(
  api: ApiClient,
  definition: unknown,
  more: Record<string, unknown> = {},
  attempts = 5,
): Promise<ApiResponse<PublishedWorkflow>> {
  const response = await api.post<PublishedWorkflow>('/v1/case-studies', { definition, ...more });
  const tookTooLong = response.status === 400 && response.text.includes('exceed the time limit');
  return tookTooLong && attempts > 1 ? publishWorkflow(api, definition, more, attempts - 1) : response;
}

export function deprecateWorkflow(api: ApiClient, workflowId: string): Promise<ApiResponse<PublishedWorkflow>> {
  return api.call<PublishedWorkflow>(`/v1/case-studies/${workflowId}/deprecate`, { method: 'POST' });
}
