import { isChoice, type WorkflowDefinition } from '../../engine/index.js';
import { findAmounts } from '../../interpretation/find-amounts.js';
import type {
  Interpretation,
  Interpreted,
  NotInterpreted,
  NotInterpretedReason,
} from '../../interpretation/findings.js';
import { tokensOf } from '../../interpretation/tokens.js';
import type { ModelReading } from '../tasks/extract.js';
import { combineValues, disputed, hasSingleScenario, isEqual, type ModelValue } from './readings.js';

/** Reasons of words that the rules could not read. For every other reason, the rules understood the words, so that they stay unread. */
const unknownReasons: ReadonlySet<NotInterpretedReason> = new Set([
  'inexact',
  'no_amount',
  'no_parameter',
  'other_unit',
]);

/**
 * Combines the readings of rules and model in an English question. A value that both read, or only one of them, is set. If both read different
 * values, or the same words as different parameters, neither is set, and the caller chooses. Words that the rules refuse for a reason stay
 * refused.
 */
export function mergeReading(
  definition: WorkflowDefinition,
  question: string,
  rules: Interpretation,
  reading: ModelReading,
): Interpretation {
  if (!hasSingleScenario(rules)) return rules;
  if (!hasSingleScenario(reading)) {
    const interpreted = rules.interpreted.map((one): Interpreted => ({ ...one, source: 'rules' }));
    return { ...rules, interpreted, notInterpreted: [...rules.notInterpreted, disputed(question, [])] };
  }
  const { own, added, contested } = compared(definition, question, rules, reading.values);
  const confirming = reading.values.filter((one) => own.some(({ parameter }) => parameter === one.parameter));
  const { set, open } = combineValues(definition, own, [...confirming, ...added]);
  const isRead = ({ reason, parameters, words }: NotInterpreted) =>
    unknownReasons.has(reason) &&
    added.some(({ parameter, from }) => parameters.includes(parameter) || overlap(question, words, from));
  const unread = rules.notInterpreted.filter((one) => !isRead(one));
  const doubts = [...open, ...contested];
  const isSilent = rules.kind === 'baseline' && [...set, ...unread, ...doubts].length === 0;
  if (isSilent) doubts.push(...unreadScenario(definition, question, reading));
  const readsAttribute = (id: string) => rules.segments.some(({ attribute }) => attribute === id);
  return {
    ...rules,
    kind: set.length > 0 || doubts.length > 0 ? 'scenario' : rules.kind,
    interpreted: set,
    notInterpreted: [...unread, ...doubts],
    segments: [...rules.segments, ...reading.segments.filter(({ attribute }) => !readsAttribute(attribute))],
  };
}

/** The values of the rules, the values that only the model read, and words that both read as different parameters. */
function compared(
  definition: WorkflowDefinition,
  question: string,
  rules: Interpretation,
  values: readonly ModelValue[],
): { own: Interpreted[]; added: ModelValue[]; contested: NotInterpreted[] } {
  const refused = rules.notInterpreted.filter(({ reason }) => !unknownReasons.has(reason));
  const isRefused = ({ parameter, from }: ModelValue) =>
    refused.some(({ parameters, words }) => parameters.includes(parameter) || overlap(question, words, from));
  const isOwn = ({ parameter }: ModelValue) => rules.interpreted.some((one) => one.parameter === parameter);
  const isNew = (one: ModelValue) => !isOwn(one) && isStated(definition, one) && !isRefused(one);
  const isConfirmed = (one: Interpreted) => values.some(({ parameter }) => parameter === one.parameter);
  const added = values.filter(isNew);
  const sameWords = (a: ModelValue, b: Interpreted) => overlap(question, a.from, b.from);
  const clashes = added.flatMap((one) => {
    const others = rules.interpreted.filter((other) => sameWords(one, other));
    return others.length > 0 ? [{ one, replaced: others.filter((other) => !isConfirmed(other)) }] : [];
  });
  const replaced = new Set(clashes.flatMap((clash) => clash.replaced));
  return {
    own: rules.interpreted.filter((one) => !replaced.has(one)),
    added: added.filter((one) => !clashes.some((clash) => clash.one === one)),
    contested: clashes.map((clash) => {
      const readings = [...clash.replaced, clash.one];
      const parameters = readings.map(({ parameter }) => parameter);
      return disputed(
        clash.one.from,
        parameters,
        readings.map(({ parameter, value }) => ({ [parameter]: value })),
      );
    }),
  };
}

/** A change that only the model sees, and of which it read no valid value: a simulation of the baseline could answer another question. */
function unreadScenario(
  { scenario }: WorkflowDefinition,
  question: string,
  { kind, unread, values, dropped }: ModelReading,
): NotInterpreted[] {
  const isChange = ({ parameter, value }: ModelValue) =>
    scenario.parameters.some((one) => one.id === parameter && !isEqual(one.default, value));
  const parameters = [...dropped, ...values.filter(isChange).map(({ parameter }) => parameter)];
  const isUnread = kind === 'scenario' && (unread.length > 0 || parameters.length > 0);
  return isUnread ? [disputed(unread[0] ?? question, parameters)] : [];
}

/** Whether a value that only the model read changes the scenario, and a number is quoted with an amount instead of guessed. */
function isStated({ scenario }: WorkflowDefinition, { parameter, value, from }: ModelValue): boolean {
  const definition = scenario.parameters.find(({ id }) => id === parameter);
  if (!definition || isEqual(definition.default, value)) return false;
  return isChoice(definition) || findAmounts(tokensOf(from), new Set()).length > 0;
}

/** Whether two excerpts of the question share characters. An excerpt that occurs several times counts at its first position. */
function overlap(question: string, a: string, b: string): boolean {
  const [start, other] = [question.indexOf(a), question.indexOf(b)];
  return start >= 0 && other >= 0 && start < other + b.length && other < start + a.length;
}
