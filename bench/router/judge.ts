import { predict, type LogisticModel } from '../../src/routing/confidence/logistic.js';
import type { Asked } from './catalogs.js';

/** Results of a router. In percent, except `area` and `calibrationError`, which are 0 to 1. */
export interface Judgement {
  accuracy: number;
  /** Area under the ROC curve of the confidence for questions in scope and out of scope. */
  area: number;
  /** Share of questions in scope with a route. */
  routed: number;
  /** Share of questions out of scope that are rejected. */
  rejected: number;
  /** Share of correct routes among all routes. */
  precision: number;
  /** Mean difference between confidence and share of correct routes, over ten bins of width 0.1 (Naeini et al. 2015). */
  calibrationError: number;
}

/** A routed question. */
export interface Answer {
  /** Probability that the best workflow is correct. */
  confidence: number;
  right: boolean;
  inScope: boolean;
}

export const answersOf = (asked: readonly Asked[], model: LogisticModel): Answer[] =>
  asked.map(({ features, right, inScope }) => ({ confidence: predict(model, features), right, inScope }));

export function judge(answers: readonly Answer[], floor: number): Judgement {
  const percent = (part: number, all: number) => (100 * part) / all;
  const count = (test: (answer: Answer) => boolean) => answers.filter(test).length;
  const inScope = count((answer) => answer.inScope);
  const isRouted = ({ confidence }: Answer) => confidence >= floor;
  const right = count((answer) => answer.right);
  const routed = count((answer) => answer.inScope && isRouted(answer));
  const rejected = count((answer) => !answer.inScope && !isRouted(answer));
  const rightAndRouted = count((answer) => answer.right && isRouted(answer));
  return {
    accuracy: percent(right, inScope),
    area: areaUnderCurve(answers),
    routed: percent(routed, inScope),
    rejected: percent(rejected, answers.length - inScope),
    precision: percent(rightAndRouted, count(isRouted)),
    calibrationError: calibrationError(answers),
  };
}

/** Reliability diagram: share of correct routes by confidence, in ten bins. */
export function reliability(answers: readonly Answer[]) {
  return Array.from({ length: 10 }, (_, bin) => {
    const members = answers.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin);
    const mean = (of: (answer: Answer) => number) =>
      members.reduce((sum, answer) => sum + of(answer), 0) / Math.max(1, members.length);
    return {
      count: members.length,
      confidence: mean(({ confidence }) => confidence),
      right: mean((answer) => (answer.right ? 1 : 0)),
    };
  });
}

function calibrationError(answers: readonly Answer[]): number {
  return reliability(answers).reduce(
    (sum, { count, confidence, right }) => sum + (count / answers.length) * Math.abs(confidence - right),
    0,
  );
}

/** Area under the ROC curve by ranks (Mann and Whitney 1947). Equal confidences share their ranks. */
function areaUnderCurve(answers: readonly Answer[]): number {
  const sorted = [...answers].sort((a, b) => a.confidence - b.confidence);
  const positives = sorted.filter(({ inScope }) => inScope).length;
  let ranks = 0;
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (end < sorted.length && sorted[end]!.confidence === sorted[start]!.confidence) end++;
    const rank = (start + 1 + end) / 2;
    for (let k = start; k < end; k++) if (sorted[k]!.inScope) ranks += rank;
    start = end;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (sorted.length - positives));
}
