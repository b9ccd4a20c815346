import type { WorkflowDefinition } from '../../engine/index.js';
import type {
  Interpretation,
  NotInterpreted,
  NotInterpretedReason,
  QuestionKind,
} from '../../interpretation/findings.js';
import type { ModelReading } from '../tasks/extract.js';
import { combineValues, disputed, hasSingleScenario } from './readings.js';

/**
 * The reading of a question in another language. The model reads the question, and the rules read its translation as a check. All words are
 * excerpts of the question: doubts about the translation name the whole question.
 */
export function translatedReading(
  definition: WorkflowDefinition,
  question: string,
  rules: Interpretation,
  reading: ModelReading,
): Interpretation {
  const { kind, segments, values } = reading;
  const base = { kind, segments, arms: [], range: null, goal: null };
  const isDenied = kind === 'denied' && rules.interpreted.length === 0;
  if (hasSingleScenario(rules) !== hasSingleScenario(reading) && !isDenied) {
    return { ...base, interpreted: [], notInterpreted: [disputed(question, [])] };
  }
  if (!hasSingleScenario(reading)) {
    const reason = kindReasons[kind];
    return { ...base, interpreted: [], notInterpreted: reason ? [{ words: question, reason, parameters: [] }] : [] };
  }
  const valueOf = (id: string) => values.find(({ parameter }) => parameter === id);
  const isRead = (parameter: string) => valueOf(parameter) !== undefined;
  const found = rules.interpreted.flatMap((one) => ({ ...one, ...valueOf(one.parameter), value: one.value }));
  const { set, open } = combineValues(
    definition,
    found.filter(({ parameter }) => isRead(parameter)),
    values,
  );
  const missed = rules.interpreted.filter(({ parameter }) => !isRead(parameter));
  const doubted = rules.notInterpreted.filter(({ parameters }) => parameters.length > 0 && !parameters.some(isRead));
  const notInterpreted = [
    ...open,
    ...missed.map(({ parameter, value }) => disputed(question, [parameter], [{ [parameter]: value }])),
    ...doubted.map((one) => ({ ...one, words: question })),
    ...reading.dropped.map((parameter) => disputed(question, [parameter])),
    ...reading.unread.map((words): NotInterpreted => ({ words, reason: 'no_parameter', parameters: [] })),
  ];
  const isScenario = set.length > 0 || notInterpreted.length > 0;
  return { ...base, kind: isScenario ? 'scenario' : 'baseline', interpreted: set, notInterpreted };
}

/** The caller of the interpretation lists comparisons without arms and ranges without ends. */
const kindReasons: Partial<Record<QuestionKind, NotInterpretedReason>> = {
  goal: 'goal',
  forecast: 'forecast',
  denied: 'negated',
};
