import { minReportedWeight, strengthLabel, type Effect, type Effects } from './effects.js';
import { type Paragraph, sentence } from '../template.js';

type Direction = 'for' | 'against';

const maxReasons = 3;

/** Unexplained remainders below this size are rounding errors. */
const roundingError = 1e-9;

const uncertainNote = ', some of them not significant at the 5% level,';

/** Phrases of a comparison, without strength and final period. */
export interface ComparisonPhrases {
  /** Phrase before the list of reasons: `main reasons for the train over the car`. */
  readonly heading: (direction: Direction) => string;
  /** Object of "no reason": `for or against voting`. */
  readonly subject: (directions: readonly Direction[]) => string;
  /** Verb phrase of a sum of effects with this sign: `favor the train`. */
  readonly favors: (weight: number) => string;
  /** Sentence for the sum of all effects, without its strength: `in total, systematic utility favors the train over the car`. */
  readonly total: (weight: number) => string;
  /** Sentence for a sum of all effects that is negligible. */
  readonly balanced: string;
}

interface Stated extends Effect {
  readonly text: string;
}

/**
 * Describes a comparison: the reportable reasons of each direction with their strength, the sum of all other effects, and the sum of
 * both. A reason that is not significant at the 5% level is part of the other effects.
 *
 * @param textOf text of the reason at a position; undefined if the narrative has none for its direction or the agent does not meet its
 *   condition
 * @param requiresReasonFor whether a missing reason for the outcome is stated even if there are reasons against it
 * @returns one paragraph for each direction and one for the sums
 */
export function describeEffects(
  { effects, total }: Effects,
  textOf: (position: number, weight: number) => string | undefined,
  phrases: ComparisonPhrases,
  requiresReasonFor: boolean,
): Paragraph[] {
  const reported: Stated[] = [];
  for (let position = 0; position < effects.length; position++) {
    const { reason, weight, standardError, isReportable } = effects[position]!;
    const text = isReportable ? textOf(position, weight) : undefined;
    if (text) reported.push({ reason, weight, standardError, isReportable, text });
  }
  reported.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const distinct = withoutSharedTerms(reported);
  const inFavor = distinct.filter(({ weight }) => weight > 0).slice(0, maxReasons);
  const against = distinct.filter(({ weight }) => weight < 0).slice(0, maxReasons);
  const absent: Direction[] =
    inFavor.length > 0 ? [] : requiresReasonFor ? ['for'] : against.length > 0 ? [] : ['for', 'against'];
  const hasStated = inFavor.length + against.length > 0;
  const rest = total - sumOfWeights(against, sumOfWeights(inFavor, 0));
  return [
    absent.length > 0 ? [describeAbsence(absent, phrases)] : [],
    inFavor.length > 0 ? [describeReasons('for', inFavor, phrases)] : [],
    against.length > 0 ? [describeReasons('against', against, phrases)] : [],
    hasStated && !(Math.abs(rest) < roundingError)
      ? [describeOthers(rest, hasUncertain(effects), phrases), describeTotal(total, phrases)]
      : [describeTotal(total, phrases)],
  ];
}

function sumOfWeights(reasons: readonly Stated[], start: number): number {
  return reasons.reduce((sum, { weight }) => sum + weight, start);
}

/** Omits reasons with a term of a stronger reason, so that the weights of the others can be added. */
function withoutSharedTerms(reasons: readonly Stated[]): Stated[] {
  const distinct: Stated[] = [];
  for (const own of reasons) {
    const hasTerm = (id: string) => distinct.some(({ reason }) => reason.terms.includes(id));
    if (!own.reason.terms.some(hasTerm)) distinct.push(own);
  }
  return distinct;
}

/** Whether an effect of reportable size is not significant. It is then one of the other effects. */
function hasUncertain(effects: readonly Effect[]): boolean {
  return effects.some(({ weight, isReportable }) => Math.abs(weight) >= minReportedWeight && !isReportable);
}

function describeReasons(direction: Direction, reasons: readonly Stated[], { heading }: ComparisonPhrases) {
  const list = reasons.map(({ weight, text }) => `${text} (${strengthLabel(weight)})`).join('; ');
  return sentence('reasons', `${heading(direction)}: ${list}`, {
    reasons: reasons.map(({ reason }) => reason.id),
  });
}

function describeAbsence(directions: readonly Direction[], { subject }: ComparisonPhrases) {
  const text = `no reason ${subject(directions)} is both significant at the 5% level and large enough to report`;
  return sentence('no_reasons', text);
}

function describeOthers(weight: number, includesUncertain: boolean, { favors }: ComparisonPhrases) {
  const note = includesUncertain ? uncertainNote : '';
  const sum =
    Math.abs(weight) < minReportedWeight
      ? `${note} are negligible in sum`
      : `${note} together ${favors(weight)} (${strengthLabel(weight)})`;
  return sentence('other_effects', `the other effects in the model${sum}`);
}

function describeTotal(weight: number, { total, balanced }: ComparisonPhrases) {
  const text = Math.abs(weight) < minReportedWeight ? balanced : `${total(weight)} (${strengthLabel(weight)})`;
  return sentence('total', text);
}
