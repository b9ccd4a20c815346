import { predict, type LogisticModel } from '../../src/routing/confidence/logistic.js';
import type { Asked } from './catalogs.js';

/** All in percent, but the area and the error. */
export interface Judgement {
  accuracy: number;
  /** How well the confidence parts questions in scope from those out of it: area under the ROC curve. */
  area: number;
  /** Questions in scope whose route is given, and questions out of it that are refused. */
  kept: number;
  refused: number;
  /** Of the routes that are given, the right ones. */
  precision: number;
  /** Mean distance of confidence and share of right routes over ten bins of width 0.1 (Naeini et al. 2015). */
  calibrationError: number;
}

export function judge(asked: readonly Asked[], model: LogisticModel, floor: number): Judgement {
  const sure = asked.map(({ features }) => predict(model, features));
  const percent = (part: number, all: number) => (100 * part) / all;
  const inScope = asked.filter((question) => question.inScope).length;
  const count = (test: (question: Asked, confidence: number) => boolean) =>
    asked.filter((question, k) => test(question, sure[k]!)).length;
  const given = count((_, confidence) => confidence >= floor);
  return {
    accuracy: percent(
      count(({ right }) => right),
      inScope,
    ),
    area: areaUnderCurve(asked.map((question, k) => ({ confidence: sure[k]!, positive: question.inScope }))),
    kept: percent(
      count((question, confidence) => question.inScope && confidence >= floor),
      inScope,
    ),
    refused: percent(
      count((question, confidence) => !question.inScope && confidence < floor),
      asked.length - inScope,
    ),
    precision: percent(
      count((question, confidence) => question.right && confidence >= floor),
      given,
    ),
    calibrationError: calibrationError(asked, sure),
  };
}

/** Shares of right routes by confidence: the reliability diagram, as ten bins. */
export function reliability(asked: readonly Asked[], sure: readonly number[]) {
  return Array.from({ length: 10 }, (_, bin) => {
    const members = asked.map((_, k) => k).filter((k) => Math.min(9, Math.floor(sure[k]! * 10)) === bin);
    const mean = (of: (k: number) => number) =>
      members.reduce((sum, k) => sum + of(k), 0) / Math.max(1, members.length);
    return { count: members.length, confidence: mean((k) => sure[k]!), right: mean((k) => (asked[k]!.right ? 1 : 0)) };
  });
}

function calibrationError(asked: readonly Asked[], sure: readonly number[]): number {
  return reliability(asked, sure).reduce(
    (sum, { count, confidence, right }) => sum + (count / asked.length) * Math.abs(confidence - right),
    0,
  );
}

/** By ranks (Mann and Whitney 1947); equal confidences share their ranks. */
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
