import type { WorkflowDefinition } from '../../engine/index.js';
import { readLevers } from '../../interpretation/read-levers.js';
import type { QuestionLevers } from './question-levers.schema.js';

/** Combines the scenario read from a question with the overrides, which take precedence. */
export function leversOf(
  definition: WorkflowDefinition,
  question: string,
  overrides: Record<string, unknown> = {},
): { scenarioContext: Record<string, unknown>; levers: QuestionLevers } {
  const { interpreted, notInterpreted, segments } = readLevers(definition, question);
  const isOverridden = ({ parameter }: { parameter: string }) => Object.hasOwn(overrides, parameter);
  const set = interpreted.filter((one) => !isOverridden(one));
  const overridden = interpreted.filter(isOverridden).map(({ parameter, from }) => ({
    ...{ words: from, reason: 'overridden' as const, parameters: [parameter] },
  }));
  return {
    scenarioContext: { ...Object.fromEntries(set.map(({ parameter, value }) => [parameter, value])), ...overrides },
    levers: { interpreted: set, not_interpreted: [...overridden, ...notInterpreted], segments },
  };
}
