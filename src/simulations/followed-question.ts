import { isBaselineScenario, type Scenario, type WorkflowDefinition } from '../../model/definition.js';
import type { QuestionInterpretation } from './question-interpretation.schema.js';
import type { QuestionRecord } from './simulation.record.js';

/** How much of a question the simulations use. A denied change is in the answer: it does not happen. */
export function coverageOf(
  unread: readonly { reason: string }[],
  { isBaseline, hasGoal }: { isBaseline: boolean; hasGoal: boolean },
): QuestionInterpretation['coverage'] {
  if (!hasGoal && unread.every(({ reason }) => reason === 'negated')) return 'full';
  return isBaseline ? 'baseline_only' : 'partly';
}

export interface Followed {
  name: string | null;
  question: QuestionRecord | null;
  scenario: Scenario;
}

/**
 * The question of a simulation that follows another one with other values: the same outcome, groups and unread words. Values that differ are
 * set by the request, and words for them are no longer open.
 */
export function followedQuestion(
  definition: WorkflowDefinition,
  { question, scenario: before }: Followed,
  scenario: Scenario,
): QuestionRecord | null {
  if (!question) return null;
  const isChanged = (id: string) => scenario[id] !== before[id];
  const { interpreted = [], not_read: unread = [] } = question;
  const kept = interpreted.filter(({ parameter }) => !isChanged(parameter));
  const wordsOf = (id: string) => interpreted.find(({ parameter }) => parameter === id)?.words ?? null;
  const set = Object.entries(scenario)
    .filter(([id]) => isChanged(id))
    .map(([parameter, value]) => ({ parameter, value, words: wordsOf(parameter), source: 'override' as const }));
  const open = unread.filter(({ parameters }) => !parameters.some(isChanged));
  const isBaseline = isBaselineScenario(definition, scenario);
  return {
    ...question,
    interpreted: [...kept, ...set],
    not_read: open,
    coverage: coverageOf(open, { isBaseline, hasGoal: false }),
    also: [],
    suggested: null,
  };
}
