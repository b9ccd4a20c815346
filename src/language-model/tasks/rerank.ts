import { z } from 'zod';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { dataRule, nullable, strictObject, type Task } from './task.js';

const instructions = [
  'You choose the simulation workflow that answers a question.',
  dataRule,
  'Return the id of the workflow whose population and decision the question asks about.',
  'Return null if no workflow answers the question, or if several fit equally well.',
].join('\n');

const documentSchema = z.object({ workflow_id: z.string().nullable() });

/** Chooses one of the workflows, or null if none of them answers the question. */
export function rerankTask(question: string, workflows: readonly Workflow[]): Task<string | null> {
  const ids = workflows.map(({ definition }) => definition.workflow_id);
  return {
    name: 'rerank',
    version: 1,
    definitions: workflows.map(({ digest }) => digest),
    instructions,
    data: {
      workflows: workflows.map(({ definition: { workflow_id: id, name, summary } }) => ({ id, name, summary })),
      question,
    },
    schema: strictObject({ workflow_id: nullable({ type: 'string', enum: ids }) }),
    maxTokens: 100,
    check(document) {
      const parsed = documentSchema.safeParse(document);
      if (!parsed.success) return undefined;
      const { workflow_id } = parsed.data;
      return workflow_id === null || ids.includes(workflow_id) ? workflow_id : undefined;
    },
    answer: z.string().nullable(),
  };
}
