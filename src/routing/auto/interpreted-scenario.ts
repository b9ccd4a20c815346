import type { WorkflowDefinition } from '../../engine/index.js';
import { interpretQuestion } from '../../interpretation/interpret-question.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';

/** Combines the scenario read from a question with the overrides, which take precedence. */
export function interpretedScenario(
  definition: WorkflowDefinition,
  question: string,
  overrides: Record<string, unknown> = {},
): { scenarioContext: Record<string, unknown>; interpretation: QuestionInterpretation } {
  const { interpreted, notInterpreted, segments } = interpretQuestion(definition, question);
  const isOverridden = ({ parameter }: { parameter: string }) => Object.hasOwn(overrides, parameter);
  const set = interpreted.filter((one) => !isOverridden(one));
  const overridden = interpreted.filter(isOverridden).map(({ parameter, from }) => ({
    words: from,
    reason: 'overridden' as const,
    parameters: [parameter],
  }));
  return {
    scenarioContext: { ...Object.fromEntries(set.map(({ parameter, value }) => [parameter, value])), ...overrides },
    interpretation: { interpreted: set, not_interpreted: [...overridden, ...notInterpreted], segments },
  };
}
