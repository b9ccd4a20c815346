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

export function judge(asked: readonly Asked[], model: LogisticModel, floor: number): Judgement {
  const confidences = asked.map(({ features }) => predict(model, features));
  const percent = (part: number, all: number) => (100 * part) / all;
  const inScope = asked.filter((question) => question.inScope).length;
  const count = (test: (question: Asked, confidence: number) => boolean) =>
    asked.filter((question, k) => test(question, confidences[k]!)).length;
  const routedCount = count((_, confidence) => confidence >= floor);
  return {
    accuracy: percent(
      count(({ right }) => right),
      inScope,
    ),
    area: areaUnderCurve(asked.map((question, k) => ({ confidence: confidences[k]!, positive: question.inScope }))),
    routed: percent(
      count((question, confidence) => question.inScope && confidence >= floor),
      inScope,
    ),
    rejected: percent(
      count((question, confidence) => !question.inScope && confidence < floor),
      asked.length - inScope,
    ),
    precision: percent(
      count((question, confidence) => question.right && confidence >= floor),
      routedCount,
    ),
    calibrationError: calibrationError(asked, confidences),
  };
}

/** Reliability diagram: share of correct routes by confidence, in ten bins. */
export function reliability(asked: readonly Asked[], confidences: readonly number[]) {
  return Array.from({ length: 10 }, (_, bin) => {
    const members = asked.map((_, k) => k).filter((k) => Math.min(9, Math.floor(confidences[k]! * 10)) === bin);
    const mean = (of: (k: number) => number) =>
      members.reduce((sum, k) => sum + of(k), 0) / Math.max(1, members.length);
    return {
      count: members.length,
      confidence: mean((k) => confidences[k]!),
      right: mean((k) => (asked[k]!.right ? 1 : 0)),
    };
  });
}

function calibrationError(asked: readonly Asked[], confidences: readonly number[]): number {
  return reliability(asked, confidences).reduce(
    (sum, { count, confidence, right }) => sum + (count / asked.length) * Math.abs(confidence - right),
    0,
  );
}

/** Area under the ROC curve by ranks (Mann and Whitney 1947). Equal confidences share their ranks. */
function areaUnderCurve(cases: { confidence: number; positive: boolean }[]): number {
  const sorted = [...cases].sort((a, b) => a.confidence - b.confidence);
  const positives = sorted.filter(({ positive }) => positive).length;
  let ranks = 0;
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (end < sorted.length && sorted[end]!.confidence === sorted[start]!.confidence) end++;
    const rank = (start + 1 + end) / 2;
    for (let k = start; k < end; k++) if (sorted[k]!.positive) ranks += rank;
    start = end;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (sorted.length - positives));
}
