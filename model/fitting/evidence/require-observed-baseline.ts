import {
  baselineScenario,
  type Evidence,
  isChoice,
  type Parameter,
  type PopulationError,
  type WorkflowDefinition,
} from '../../definition.js';
import { normalQuantile } from '../../math/normal.js';
import { zScore95 } from '../../math/student.js';
import { CalibrationError } from '../calibration-error.js';
import type { Rows } from '../rows/rows.js';
import { targetsOf } from './compare.js';

type Baseline = NonNullable<Evidence['baseline']>;
type Figure = Baseline['figures'][number];

/** How far a figure can differ from the data. */
interface Tolerance {
  /** Added to the 95% interval: half a point, and what it is for a mean of one half. */
  readonly beyondInterval: number;
  readonly format: (value: number) => string;
}

const ofShares: Tolerance = { beyondInterval: 0.005, format: (value) => `${(100 * value).toFixed(1)}%` };

const ofMeasure = ({ observed, simulated }: Figure): Tolerance => {
  const scale = Math.max(Math.abs(observed), Math.abs(simulated));
  return { beyondInterval: 0.01 * scale, format: (value) => String(+value.toPrecision(3)) };
};

/**
 * Rejects a definition whose baseline has another level than the data without a reason. A share can differ from the observed share by the
 * 95% interval of its simulation and estimation plus 0.5 points, a mean by its interval plus 1%; the intervals of several figures hold
 * together (Bonferroni). The model error is not in them: it would excuse the difference that the check is there to find. A curve counts as one
 * figure, the mean of its points: a single point shows the form of the model.
 *
 * The standard error of the observed value widens the interval as if it were independent. Both come from the same respondents, so that
 * the rule is lenient.
 *
 * If the compared rows have the levels of the baseline, a difference shows that the form of the model does not fit. The fit then has a warning
 * (`baseline_differs`), and effects are those of the design.
 *
 * @param hasOwnValues whether the rows are compared with their own parameter values
 * @throws CalibrationError `calibration_baseline_differs`
 */
export function requireObservedBaseline(
  definition: WorkflowDefinition,
  baseline: Baseline,
  { scenarios }: Pick<Rows, 'scenarios'>,
  hasOwnValues: boolean,
): void {
  const { respondents, reason, figures: all } = baseline;
  // The reason explains the difference. If it compares the respondents in the baseline scenario, they have its levels.
  if (reason !== undefined || hasOwnValues) return;
  const parameters = parametersWithOneLevel(definition, scenarios);
  if (parameters.length === 0) return;
  const measures = measuresOf(definition);
  const figures = withMeanCurves(all);
  const deviations = normalQuantile(1 - 0.025 / figures.length);
  const differing = figures.flatMap((figure) => {
    const tolerance = measures.has(figure.id) ? ofMeasure(figure) : ofShares;
    const excess = excessOf(figure, tolerance, deviations);
    return excess > 0 ? [{ figure, excess, format: tolerance.format }] : [];
  });
  const worst = differing.sort((a, b) => b.excess - a.excess)[0];
  if (!worst) return;
  throw new CalibrationError(
    'calibration_baseline_differs',
    `${differenceText(worst)}; ${fixText(definition, parameters)}`,
    { respondents, figures: differing.map(({ figure }) => figure), parameters: parameters.map(({ id }) => id) },
  );
}

/** Largest difference of a share between synthetic agents and the rows: one point. */
const maxShareGap = 0.01;

/**
 * Rejects a synthetic population whose shares differ from those of the rows by more than one point.
 *
 * @throws CalibrationError `calibration_population_differs`
 */
export function requireObservedPopulation(definition: WorkflowDefinition, { checks }: PopulationError): void {
  const measures = measuresOf(definition);
  const gap = ({ rows, synthetic }: PopulationError['checks'][number]) => Math.abs(rows - synthetic);
  const [worst] = checks.filter(({ id }) => !measures.has(id)).toSorted((a, b) => gap(b) - gap(a));
  if (!worst || gap(worst) <= maxShareGap) return;
  const { id, rows, synthetic } = worst;
  throw new CalibrationError(
    'calibration_population_differs',
    `the synthetic population predicts ${ofShares.format(synthetic)} for "${id}", but its rows have ${ofShares.format(rows)}: remove \`population: synthetic\`, so that agents are the rows of the data, or use fewer columns`,
    { id, rows, synthetic },
  );
}

const measuresOf = (definition: WorkflowDefinition) =>
  new Set(targetsOf(definition).flatMap(({ kind, id }) => (kind === 'measure' ? [id] : [])));

/** Difference beyond the tolerance, relative to the tolerance; at most 0 if the figure agrees with the data. */
function excessOf(
  { observed, observed_standard_error: observedError = 0, simulated, standard_error: error = 0 }: Figure,
  { beyondInterval }: Tolerance,
  deviations: number,
): number {
  return Math.abs(observed - simulated) / (deviations * Math.hypot(error, observedError) + beyondInterval) - 1;
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
      standard_error: mean(({ standard_error: error = 0 }) => error),
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

function differenceText({
  figure: { id, observed, simulated, standard_error: error = 0 },
  format,
}: {
  figure: Figure;
  format: Tolerance['format'];
}): string {
  const [low, high] = [simulated - zScore95 * error, simulated + zScore95 * error];
  return `the baseline predicts ${format(simulated)} for "${id}" (95% interval ${format(low)} to ${format(high)} of its estimation and simulation), but ${format(observed)} were observed among all respondents`;
}

function fixText(definition: WorkflowDefinition, parameters: readonly Parameter[]): string {
  const baseline = baselineScenario(definition);
  const levels = parameters.map(({ id }) => `"${id}" (now ${JSON.stringify(baseline[id])})`).join(', ');
  return `let the parameter default to as_observed, or state in baseline_reason why the baseline is another level: ${levels}`;
}
