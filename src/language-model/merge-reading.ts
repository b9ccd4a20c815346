import type { WorkflowDefinition } from '../engine/index.js';
import type {
  Interpretation,
  Interpreted,
  NotInterpreted,
  NotInterpretedReason,
  QuestionKind,
} from '../interpretation/findings.js';
import type { ModelReading } from './tasks/extract.js';

/** Kinds with at most one scenario. A model reads values of these kinds only. */
const singleScenarioKinds: ReadonlySet<QuestionKind> = new Set(['scenario', 'baseline']);
export const hasSingleScenario = ({ kind }: Pick<Interpretation, 'kind'>): boolean => singleScenarioKinds.has(kind);

/** Reasons of words that the rules could not read. For every other reason, the rules understood the words, so that they stay unread. */
const unknownReasons: ReadonlySet<NotInterpretedReason> = new Set([
  'inexact',
  'no_amount',
  'no_parameter',
  'other_unit',
]);

/** Values closer than this are equal: a model rounds. */
const relativeTolerance = 0.005;

/**
 * Combines the readings of rules and model in an English question. A value that both read, or only one of them, is set. If both read different
 * values, neither is set, and the caller chooses. Words that the rules refuse for a reason stay refused.
 */
export function mergeReading(
  definition: WorkflowDefinition,
  question: string,
  rules: Interpretation,
  reading: ModelReading,
): Interpretation {
  if (!hasSingleScenario(rules)) return rules;
  const own = rules.interpreted.map((one): Interpreted => ({ ...one, source: 'rules' }));
  if (!hasSingleScenario(reading)) {
    return { ...rules, interpreted: own, notInterpreted: [...rules.notInterpreted, disputed(question, [], [])] };
  }
  const refused = rules.notInterpreted.filter(({ reason }) => !unknownReasons.has(reason));
  const isRefused = ({ parameter, from }: ModelReading['values'][number]) =>
    refused.some(({ parameters, words }) => parameters.includes(parameter) || overlap(question, words, from));
  const values = reading.values.filter((one) => !isRefused(one) && !isAlone(own, one, definition));
  const { set, open } = combined(definition, own, values);
  const isRead = ({ reason, parameters, words }: NotInterpreted) =>
    unknownReasons.has(reason) &&
    set.some(
      ({ source, parameter, from }) =>
        source === 'model' && (parameters.includes(parameter) || overlap(question, words, from)),
    );
  const segments = reading.segments.filter(({ attribute }) =>
    rules.segments.every((one) => one.attribute !== attribute),
  );
  const unread = rules.notInterpreted.filter((one) => !isRead(one));
  const isSilent = rules.kind === 'baseline' && [...set, ...open, ...unread].length === 0;
  if (isSilent) open.push(...unreadScenario(question, reading));
  return {
    ...rules,
    kind: set.length > 0 || open.length > 0 ? 'scenario' : rules.kind,
    interpreted: set,
    notInterpreted: [...unread, ...open],
    segments: [...rules.segments, ...segments],
  };
}

/** A change that only the model sees, and of which it read no value: a simulation of the baseline could answer another question. */
function unreadScenario(question: string, { kind, unread, dropped }: ModelReading): NotInterpreted[] {
  if (kind !== 'scenario' || (unread.length === 0 && dropped.length === 0)) return [];
  return [disputed(unread[0] ?? question, dropped, [])];
}

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
  const base = { kind: reading.kind, segments: reading.segments, arms: [], range: null };
  const rulesAgree = hasSingleScenario(rules) === hasSingleScenario(reading);
  const isDenied = reading.kind === 'denied' && rules.interpreted.length === 0;
  if (!rulesAgree && !isDenied) {
    return { ...base, interpreted: [], notInterpreted: [disputed(question, [], [])] };
  }
  if (!hasSingleScenario(reading)) {
    const reason = kindReasons[reading.kind];
    const unread: NotInterpreted[] = reason ? [{ words: question, reason, parameters: [] }] : [];
    return { ...base, interpreted: [], notInterpreted: unread };
  }
  const isRead = (parameter: string) => reading.values.some((one) => one.parameter === parameter);
  const found = rules.interpreted.flatMap((one) =>
    reading.values.filter(({ parameter }) => parameter === one.parameter).map(({ from }) => ({ ...one, from })),
  );
  const { set, open } = combined(definition, found, reading.values);
  const missed = rules.interpreted.filter(({ parameter }) => !isRead(parameter));
  const doubted = rules.notInterpreted.filter(({ parameters }) => parameters.length > 0 && !parameters.some(isRead));
  const notInterpreted = [
    ...open,
    ...missed.map(({ parameter, value }) => disputed(question, [parameter], [{ [parameter]: value }])),
    ...doubted.map((one) => ({ ...one, words: question })),
    ...reading.dropped.map((parameter) => disputed(question, [parameter], [])),
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

/** The values that both sides or one side read, in the order of the parameters, and the values on which they differ. */
function combined(
  { scenario }: WorkflowDefinition,
  rules: readonly Interpreted[],
  model: ModelReading['values'],
): { set: Interpreted[]; open: NotInterpreted[] } {
  const set: Interpreted[] = [];
  const open: NotInterpreted[] = [];
  for (const { id, type } of scenario.parameters) {
    const own = rules.find(({ parameter }) => parameter === id);
    const other = model.find(({ parameter }) => parameter === id);
    if (own && other && !isEqual(own.value, other.value)) {
      open.push(disputed(own.from, [id], [{ [id]: own.value }, { [id]: other.value }]));
    } else if (own) set.push({ ...own, source: other ? 'both' : 'rules' });
    else if (other) set.push({ ...other, how: type === 'choice' ? 'option' : 'set', source: 'model' });
  }
  return { set, open };
}

/** A default that only the model read changes nothing. */
function isAlone(
  rules: readonly Interpreted[],
  { parameter, value }: ModelReading['values'][number],
  { scenario }: WorkflowDefinition,
): boolean {
  const isDefault = scenario.parameters.some((one) => one.id === parameter && isEqual(one.default, value));
  return isDefault && rules.every((one) => one.parameter !== parameter);
}

const disputed = (words: string, parameters: string[], candidates: NotInterpreted['candidates']): NotInterpreted => ({
  words,
  reason: 'disputed',
  parameters,
  ...(candidates && { candidates }),
});

function isEqual(a: number | string, b: number | string): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return Math.abs(a - b) <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b));
}

/** Whether two excerpts of the question share characters. An excerpt that occurs several times counts at its first position. */
function overlap(question: string, a: string, b: string): boolean {
  const [start, other] = [question.indexOf(a), question.indexOf(b)];
  return start >= 0 && other >= 0 && start < other + b.length && other < start + a.length;
}
