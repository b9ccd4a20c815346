import {
  baselineScenario,
  type Evidence,
  isChoice,
  type Parameter,
  type WorkflowDefinition,
} from '../../engine/definition.js';
import { normalQuantile } from '../../engine/math/normal.js';
import { zScore95 } from '../../engine/math/student-quantile.js';
import { CalibrationError } from '../calibration-error.js';
import type { Rows } from '../rows/rows.js';
import { targetsOf } from './targets.js';

type Baseline = NonNullable<Evidence['baseline']>;
type Figure = Baseline['figures'][number];

/** How far a figure can differ from the data. */
interface Tolerance {
  /** Added to the 95% interval. */
  readonly beyondInterval: number;
  /** Largest part of the interval that counts, if the observed values are those of all respondents. */
  readonly maxInterval: number;
  readonly format: (value: number) => string;
}

const ofShares: Tolerance = {
  beyondInterval: 0.005,
  maxInterval: 0.1,
  format: (value) => `${(100 * value).toFixed(1)}%`,
};

/** One and 20 percent of the value: what half a point and ten points are for a share of one half. */
const ofMeasure = ({ observed, simulated }: Figure): Tolerance => {
  const scale = Math.max(Math.abs(observed), Math.abs(simulated));
  return { beyondInterval: 0.01 * scale, maxInterval: 0.2 * scale, format: (value) => String(+value.toPrecision(3)) };
};

/**
 * Rejects a definition whose baseline differs from the data. A share can differ from the observed share by its 95% interval, simultaneous for all figures, plus 0.5 points,
 * a mean by its interval plus 1%. A curve counts as one figure, the mean of its points: a single point shows the form of the model.
 *
 * The standard error of the observed value widens the interval as if it were independent. Both come from the same respondents, so that
 * the rule is lenient.
 *
 * Estimates reproduce the data that they are fitted to. So a wide interval does not excuse a large difference from all respondents: at most
 * 10 points of the interval count, or 20% of a mean. Respondents in the baseline scenario are a part of the data, which a model of all data
 * smooths, so that the whole interval counts for them.
 *
 * @throws CalibrationError `calibration_baseline_differs`
 */
export function requireObservedBaseline(
  definition: WorkflowDefinition,
  baseline: Baseline,
  { scenarios }: Pick<Rows, 'scenarios'>,
): void {
  const { respondents, reason, figures } = baseline;
  // The reason explains the difference, and too few respondents are in the baseline scenario to check it.
  if (reason !== undefined && respondents === 'all') return;
  const measures = new Set(targetsOf(definition).flatMap(({ kind, id }) => (kind === 'measure' ? [id] : [])));
  const compared = withMeanCurves(figures);
  // Bonferroni: of many figures that agree, few are outside their own 95% interval.
  const widening = normalQuantile(1 - 0.025 / compared.length) / zScore95;
  const differing = compared.flatMap((figure) => {
    const tolerance = measures.has(figure.id) ? ofMeasure(figure) : ofShares;
    const excess = excessOf(figure, tolerance, respondents, widening);
    return excess > 0 ? [{ figure, excess, format: tolerance.format }] : [];
  });
  const worst = differing.sort((a, b) => b.excess - a.excess)[0];
  if (!worst) return;
  const parameters = parametersWithOneLevel(definition, scenarios);
  throw new CalibrationError(
    'calibration_baseline_differs',
    `${differenceText(worst, respondents)}; ${fixText(definition, parameters, respondents)}`,
    { respondents, figures: differing.map(({ figure }) => figure), parameters: parameters.map(({ id }) => id) },
  );
}

/** Difference beyond the tolerance, relative to the tolerance; at most 0 if the figure agrees with the data. */
function excessOf(
  { observed, observed_standard_error: error = 0, simulated, interval: [low, high] }: Figure,
  { beyondInterval, maxInterval }: Tolerance,
  respondents: Baseline['respondents'],
  widening: number,
): number {
  const halfWidth = widening * Math.hypot(observed < simulated ? simulated - low : high - simulated, zScore95 * error);
  const allowed = (respondents === 'all' ? Math.min(halfWidth, maxInterval) : halfWidth) + beyondInterval;
  return allowed === 0 ? 0 : Math.abs(observed - simulated) / allowed - 1;
}

/** The figures with each curve replaced by the mean of its points. */
function withMeanCurves(figures: readonly Figure[]): Figure[] {
  const curves = new Map<string, Figure[]>();
  for (const figure of figures)
    if (figure.step !== undefined) curves.set(figure.id, [...(curves.get(figure.id) ?? []), figure]);
  const means = Array.from(curves, ([id, points]): Figure => {
    const mean = (valueOf: (point: Figure) => number) =>
      points.reduce((sum, point) => sum + valueOf(point), 0) / points.length;
    return {
      id,
      observed: mean(({ observed }) => observed),
      observed_standard_error: mean(({ observed_standard_error: error = 0 }) => error),
      simulated: mean(({ simulated }) => simulated),
      interval: [mean(({ interval }) => interval[0]), mean(({ interval }) => interval[1])],
    };
  });
  return [...figures.filter(({ step }) => step === undefined), ...means];
}

/** Parameters that the data vary, and whose default is one of the observed values. */
function parametersWithOneLevel(definition: WorkflowDefinition, scenarios: Rows['scenarios']): Parameter[] {
  const baseline = baselineScenario(definition);
  return definition.scenario.parameters.filter((parameter) => {
    const values = new Set(scenarios.map((own) => own[parameter.id]));
    return values.size > 1 && (!isChoice(parameter) || values.has(baseline[parameter.id]));
  });
}

function differenceText(
  { figure: { id, observed, simulated, interval }, format }: { figure: Figure; format: Tolerance['format'] },
  respondents: Baseline['respondents'],
): string {
  const among = respondents === 'all' ? 'all respondents' : 'the respondents in the baseline scenario';
  return `the baseline predicts ${format(simulated)} for "${id}" (95% interval ${format(interval[0])} to ${format(interval[1])}), but ${format(observed)} were observed among ${among}`;
}

function fixText(
  definition: WorkflowDefinition,
  parameters: readonly Parameter[],
  respondents: Baseline['respondents'],
): string {
  if (respondents === 'baseline' || parameters.length === 0)
    return 'the form of the model does not fit the data: add terms or interactions, or use another family';
  const baseline = baselineScenario(definition);
  const levels = parameters.map(({ id }) => `"${id}" (now ${JSON.stringify(baseline[id])})`).join(', ');
  return `let the parameter default to as_observed, or state in fit.baseline_reason why the baseline is another level: ${levels}`;
}
