import type { WorkflowDefinition } from '../../engine/index.js';
import type { Interpretation, NotInterpreted } from '../../interpretation/findings.js';
import { interpretQuestion } from '../../interpretation/interpret-question.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';

/** Combines the scenario read from a question with the overrides, which take precedence. */
export function interpretedScenario(
  definition: WorkflowDefinition,
  question: string,
  overrides: Record<string, unknown> = {},
): { scenarioContext: Record<string, unknown>; interpretation: QuestionInterpretation } {
  const read = interpretQuestion(definition, question);
  const isOverridden = ({ parameter }: { parameter: string }) => Object.hasOwn(overrides, parameter);
  const set = read.interpreted.filter((one) => !isOverridden(one));
  const overridden = read.interpreted
    .filter(isOverridden)
    .map(({ parameter, from }): NotInterpreted => ({ words: from, reason: 'overridden', parameters: [parameter] }));
  // An override settles doubts about its parameter.
  const isSettled = ({ parameters }: NotInterpreted) => parameters.some((parameter) => isOverridden({ parameter }));
  const unread = [...overridden, ...[...alternativesOf(read), ...read.notInterpreted].filter((one) => !isSettled(one))];
  return {
    scenarioContext: { ...Object.fromEntries(set.map(({ parameter, value }) => [parameter, value])), ...overrides },
    interpretation: {
      kind: read.kind,
      interpreted: set,
      not_interpreted: unread.map(({ candidates = [], ...one }) => ({ ...one, candidates })),
      segments: read.segments,
    },
  };
}

/** One simulation has one scenario: the scenarios of a comparison and the ends of a range are candidates for the caller. */
function alternativesOf({ arms, range }: Interpretation): NotInterpreted[] {
  const [first] = arms;
  const compared: NotInterpreted[] = first
    ? [
        {
          words: first.from,
          reason: 'compared',
          parameters: [...new Set(arms.flatMap(({ values }) => Object.keys(values)))],
          candidates: arms.map(({ values }) => values),
        },
      ]
    : [];
  if (!range) return compared;
  const { parameter, ends, from } = range;
  const candidates = ends.map((value) => ({ [parameter]: value }));
  return [...compared, { words: from, reason: 'two_values', parameters: [parameter], candidates }];
}
