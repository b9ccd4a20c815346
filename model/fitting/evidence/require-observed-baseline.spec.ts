import type { Evidence } from '../../definition.js';
import {
  choiceParameter,
  indicator,
  linear,
  outcome,
  recipeDocument,
} from '../../../test/support/calibration/recipe-draft.js';
import { zScore95 } from '../../math/student.js';
import type { CalibrationError } from '../calibration-error.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { requireObservedBaseline } from './require-observed-baseline.js';

type Baseline = NonNullable<Evidence['baseline']>;

/** Visits by plan, with a mean and two outcomes. */
const { definition } = parseRecipe(
  recipeDocument({
    attributes: [],
    parameters: [choiceParameter('plan', 'free', 'paid')],
    decision: {
      ...{ family: 'counts', variables: [], dispersion: 'log_theta' },
      ...linear({ constant: [], paid: [indicator('parameter', 'plan', 'paid')] }),
      coefficients: ['constant', 'paid', 'log_theta'].map((id) => ({ id, label: id })),
      count: {
        ...{ id: 'visits', label: 'Visits', unit: 'visits' },
        words: { none: 'never', one: 'once', more: '{count} times' },
      },
      outcomes: [0, 1].map((from) => ({ ...outcome(`from_${from}`), from })),
      telling: { favours: 'it', less: '{number} less', more: '{number} more' },
    },
    data: { columns: { 'parameter.plan': { column: 'plan' }, outcome: { column: 'visits' } } },
  }),
);

/** Estimation and simulation leave 2 points on each side. The model error of the interval is greater. */
const imprecise = { standard_error: 0.02 / zScore95, interval: [0.2, 0.4] as [number, number] };
const varied = [{ plan: 'free' }, { plan: 'paid' }];

/** The error of a baseline with one figure; undefined if it is accepted. */
function errorOf(
  figure: Partial<Baseline['figures'][number]>,
  parts: Partial<Baseline> = {},
  scenarios: readonly { plan: string }[] = varied,
  hasOwnValues = false,
): CalibrationError | undefined {
  const whole = { ...{ id: 'from_0', observed: 0.3, simulated: 0.3 }, ...imprecise, ...figure };
  try {
    requireObservedBaseline(
      definition,
      { respondents: 'all', agents: 1000, figures: [whole], ...parts },
      { scenarios },
      hasOwnValues,
    );
    return undefined;
  } catch (error) {
    return error as CalibrationError;
  }
}

describe('requireObservedBaseline', () => {
  it('A share can differ by the error of its estimation and simulation plus 0.5 points; the model error excuses nothing', () => {
    for (const observed of [0.3249, 0.2751]) expect(errorOf({ observed })).toBeUndefined();
    for (const observed of [0.3251, 0.2749]) expect(errorOf({ observed })?.code).toBe('calibration_baseline_differs');
  });

  it('A mean can differ by this error plus 1% of its value', () => {
    const visits = { id: 'visits', simulated: 3, standard_error: 0.1 / zScore95 };
    expect(errorOf({ ...visits, observed: 3.13 })).toBeUndefined();
    expect(errorOf({ ...visits, observed: 3.14 })?.message).toContain('but 3.14 were observed');
  });

  it('The standard error of the observed value widens the interval', () => {
    const observed = { observed: 0.34, observed_standard_error: 0.015 };
    expect(errorOf({ ...observed, observed_standard_error: 0.014 })?.code).toBe('calibration_baseline_differs');
    expect(errorOf(observed)?.code).toBeUndefined();
  });

  it('A form that does not fit is not rejected: the rows have the levels of the baseline, or a reason states why not', () => {
    const observed = { observed: 0.7 };
    expect(errorOf(observed)?.code).toBe('calibration_baseline_differs');
    expect(errorOf(observed, {}, [{ plan: 'free' }])).toBeUndefined();
    expect(errorOf(observed, {}, varied, true)).toBeUndefined();
    const reason = 'The baseline is the control group.';
    for (const respondents of ['all', 'baseline'] as const)
      expect(errorOf(observed, { reason, respondents })).toBeUndefined();
  });

  it('The intervals of several figures hold together: one of ten right ones can be further away', () => {
    const figure = { ...{ id: 'from_0', observed: 0.333, simulated: 0.3 }, ...imprecise };
    const others = Array.from({ length: 9 }, () => ({ ...figure, observed: 0.3 }));
    expect(errorOf({}, { figures: [figure] })?.code).toBe('calibration_baseline_differs');
    expect(errorOf({}, { figures: [figure, ...others] })).toBeUndefined();
    const wrong = { ...figure, observed: 0.336 };
    expect(errorOf({}, { figures: [wrong, ...others] })?.code).toBe('calibration_baseline_differs');
  });

  it('A curve counts as one figure: the mean of its points', () => {
    const points = [0.38, 0.3, 0.22].map((observed, step) => ({
      ...{ id: 'curve', step, observed, simulated: 0.3, ...imprecise },
    }));
    expect(errorOf({}, { figures: points })).toBeUndefined();
    const shifted = points.map((point) => ({ ...point, observed: point.observed + 0.03 }));
    expect(errorOf({}, { figures: shifted })?.meta.figures).toMatchObject([{ id: 'curve', observed: 0.33 }]);
  });

  it('The error names both figures, the interval, the parameter with one level and the fix', () => {
    const error = errorOf({ observed: 0.402 })!;
    expect(error.message).toBe(
      'the baseline predicts 30.0% for "from_0" (95% interval 28.0% to 32.0% of its estimation and simulation), but 40.2% were observed among all respondents; let the parameter default to as_observed, or state in baseline_reason why the baseline is another level: "plan" (now "free")',
    );
    expect(error.meta).toMatchObject({ respondents: 'all', parameters: ['plan'], figures: [{ observed: 0.402 }] });
  });
});
