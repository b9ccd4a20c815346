import type { WorkflowDefinition } from '../../definition.js';
import { Comparison } from '../evidence/compare.js';
import { expectRows } from '../evidence/simulate-rows.js';
import { targetsOf } from '../evidence/targets.js';
import type { Model } from '../fit-sample.js';
import { namedFigures, observedInterval } from './figures.js';
import type { CalibrationResult } from './result.schema.js';

const maxGroups = 10;
/** Fewer responses show random error only. */
const leastResponses = 20;

type Plot = CalibrationResult['calibration_plot'][number];

/**
 * Compares the held-out rows with their predictions in groups of equal size, from the lowest to the highest prediction: each mean of a model
 * with measures, otherwise the share of each outcome. Of two outcomes, the first is left out: it is the complement of the other one.
 *
 * @param trained definition with the training estimates
 */
export function calibrationPlots(trained: WorkflowDefinition, model: Model): Plot[] {
  const { rows, simulationWeights } = model;
  const targets = targetsOf(trained);
  const expected = expectRows(trained, model, rows.test);
  const comparison = new Comparison(model, targets, expected);
  const figures = namedFigures(trained);
  const selected = rows.test.filter((row) => simulationWeights[row]! > 0);
  const kind = targets.some((target) => target.kind === 'measure') ? 'measure' : 'outcome';
  const outcomes = targets.filter((target) => target.kind === 'outcome');
  const positions = targets.flatMap((target, k) =>
    target.kind === kind && !(kind === 'outcome' && outcomes.length === 2 && target.id === outcomes[0]!.id) ? [k] : [],
  );
  return positions.flatMap((k) => {
    const figure = figures.get(targets[k]!.id);
    if (!figure) return [];
    const predictionOf = (row: number) => expected.values[row * targets.length + k]!;
    const sorted = selected.toSorted((a, b) => predictionOf(a) - predictionOf(b));
    const points = groupsOf(sorted, (group) => comparison.countResponses(group)).flatMap((group) => {
      const compared = comparison.compare(group)[k];
      if (!compared) return [];
      const { observed, observed_standard_error: error, predicted } = compared;
      const observations = comparison.countResponses(group);
      const isShare = figure.unit === null;
      // An observed share of 0 or 1 has no estimated variance: the binomial variance of the prediction replaces it.
      const used = isShare && error === 0 ? Math.sqrt((predicted * (1 - predicted)) / observations) : error;
      return [{ predicted, observed, interval: observedInterval(observed, used, isShare), observations }];
    });
    return points.length > 0 ? [{ ...figure, points }] : [];
  });
}

/** Cuts sorted rows into at most ten groups of about equal size. */
function groupsOf(sorted: Int32Array, countOf: (rows: Int32Array) => number): Int32Array[] {
  const groups = Math.max(1, Math.min(maxGroups, Math.floor(countOf(sorted) / leastResponses)));
  return Array.from({ length: groups }, (_, k) =>
    sorted.slice(Math.floor((k * sorted.length) / groups), Math.floor(((k + 1) * sorted.length) / groups)),
  ).filter(({ length }) => length > 0);
}
