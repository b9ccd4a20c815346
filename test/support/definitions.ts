import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../src/engine/index.js';
import type { Answer, Api } from './api-client.js';
import { projectFolder } from './operator.js';

interface Disputed {
  question: string;
  nearest: string;
}

export interface Promoted {
  workflow_id: string;
  version: string;
  visibility: string;
  definition_digest: string;
  created_at: string | null;
  deprecated_at: string | null;
  overlaps: { workflow_id: string; questions: Disputed[]; taken: Disputed[] }[];
  golden: { agent_count: number; digest: string; outcomes: { id: string; share: number }[] };
}

/** A whole definition, small and quick, under another name. */
export function definitionOf(workflowId: string, changes: Partial<WorkflowDefinition> = {}): WorkflowDefinition {
  const file = join(projectFolder, 'src/catalog/hiv-test-incentive.json');
  const definition = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
  return { ...definition, workflow_id: workflowId, ...changes };
}

/** A question that nothing in the catalog answers, and what makes a workflow answer it. */
export const weaversQuestion = 'Do village weavers sell more baskets when the market pays by mobile phone?';
export const weaversRouting: WorkflowDefinition['routing'] = {
  examples: [
    weaversQuestion,
    'How many baskets do weavers sell at the market?',
    'What if weavers are paid by mobile phone?',
  ],
  not_for: ['How many baskets does a basketball team shoot?'],
};

export function promote(api: Api, definition: unknown, more: Record<string, unknown> = {}): Promise<Answer<Promoted>> {
  return api.post<Promoted>('/v1/case-studies', { definition, ...more });
}

export function deprecate(api: Api, workflowId: string): Promise<Answer<Promoted>> {
  return api.call<Promoted>(`/v1/case-studies/${workflowId}/deprecate`, { method: 'POST' });
}
