import { pairDrawer, streamPurposes } from '../../random/stream.js';
import { streamKey } from '../../random/stream-key.js';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { ErrorPart } from '../../summary/errors.js';
import { quantileOfSorted } from '../../summary/moments.js';
import type { EvaluatedAgents } from '../evaluated-agents.js';
import { type ElementaryEffects, screen } from './morris.js';
import { SensitivityEvaluator } from './sensitivity-evaluator.js';
import {
  barSettings,
  coefficientBarDraws,
  type SensitivityRequest,
  type VariedParameter,
  type BarEnd,
  type FactorResult,
  type SensitivityFigure,
  type SensitivityResult,
} from './sensitivity.js';
import { analyzeVariance, type VarianceAnalysis } from './sobol-indices.js';

const coefficientsId = 'coefficients';

/**
 * Measures which inputs matter: elementary effects of all parameters over their ranges (Morris), then first-order and total Sobol indices of the
 * parameters with the greatest effects and of the coefficients, and the ends of a tornado chart. All evaluations use expected values of the same
 * agents. The coefficients are correlated, so they are one factor: independent normal numbers that their covariance transforms.
 */
export function runSensitivity(agents: EvaluatedAgents, request: SensitivityRequest): SensitivityResult {
  const { definition, seed } = agents.task;
  const { parameters, trajectories, samples } = request;
  const key = streamKey(seed, definition.workflow_id);
  const evaluator = new SensitivityEvaluator(agents, request.include_coefficients);
  const { figures, coefficients } = evaluator;
  const base = evaluator.evaluate({});
  const bars = parameters.map((parameter) => barOf(evaluator, parameter));
  const coefficientBar = coefficients && coefficientBarOf(evaluator, coefficients.size, key);
  const effects = screen(
    parameters.map((parameter) => evaluator.screenedFactor(parameter)),
    trajectories,
    figures.length,
    (point) => evaluator.evaluate(evaluator.settingsAt(parameters, point)),
    key,
  );
  const chosen = importantParameters(effects, parameters.length).slice(0, request.max_parameters);
  const varied = chosen.map((k) => parameters[k]!);
  const factors = [
    ...varied.map(({ name }) => ({ id: name, coordinates: 1 })),
    ...(coefficients ? [{ id: coefficientsId, coordinates: coefficients.size }] : []),
  ];
  const analyses =
    factors.length > 0
      ? analyzeVariance(
          factors,
          samples,
          figures.length,
          (point) => evaluator.evaluate(evaluator.settingsAt(varied, point), point.subarray(varied.length)),
          key,
        )
      : undefined;
  const results = figures.map((own, figure): SensitivityFigure => {
    const analysis = analyses?.[figure];
    const factors = parameters.map((parameter, k): FactorResult => {
      const position = chosen.indexOf(k);
      const described = definition.scenario.parameters.find((one) => one.id === parameter.name)!;
      return {
        kind: 'parameter',
        name: parameter.name,
        label: described.label,
        screening: screeningOf(effects[figure]![k]!),
        ...indicesOf(analysis, position),
        ...bars[k]![figure]!,
      };
    });
    const ofCoefficients: FactorResult[] = coefficientBar
      ? [
          {
            kind: 'coefficients',
            name: coefficientsId,
            label: 'Coefficients of the model',
            screening: null,
            ...indicesOf(analysis, varied.length),
            ...coefficientBar[figure]!,
          },
        ]
      : [];
    return {
      ...{ kind: own.kind, id: own.id, label: own.label, unit: own.kind === 'measure' ? own.unit : null },
      base: base[figure]!,
      mean: analysis?.mean ?? base[figure]!,
      standard_deviation: Math.sqrt(analysis?.variance ?? 0),
      factors: [...factors, ...ofCoefficients].sort(byImportance),
      interactions: analysis?.interactions ?? null,
    };
  });
  return {
    figures: results,
    screened_out: parameters.filter((_, k) => !chosen.includes(k)).map(({ name }) => name),
    includes_coefficients: coefficients !== undefined,
    missing_parts: missingPartsOf(definition, coefficients !== undefined),
    evaluations: agents.evaluations,
  };
}

/** All evaluations use the same agents and the same form of the model. The errors of varied coefficients are a factor. */
function missingPartsOf({ adjustments }: WorkflowDefinition, includesCoefficients: boolean): ErrorPart[] {
  const ofCoefficients: ErrorPart[] = adjustments?.targets?.covariance ? ['estimation', 'targets'] : ['estimation'];
  return ['simulation', ...(includesCoefficients ? [] : ofCoefficients), 'population', 'model'];
}

/** Positions of the parameters with an effect on any figure, the greatest relative effect first. */
function importantParameters(effects: readonly (readonly ElementaryEffects[])[], count: number): number[] {
  const importance = new Float64Array(count);
  for (const own of effects) {
    const greatest = Math.max(...own.map(({ absoluteMean }) => absoluteMean));
    if (greatest > 0)
      own.forEach(({ absoluteMean }, k) => (importance[k] = Math.max(importance[k]!, absoluteMean / greatest)));
  }
  return [...importance.keys()].filter((k) => importance[k]! > 0).sort((a, b) => importance[b]! - importance[a]!);
}

type Bar = { low: BarEnd; high: BarEnd };

/** Lowest and highest value of each figure if only this parameter changes: at the ends of its range, or at its options. */
function barOf(evaluator: SensitivityEvaluator, parameter: VariedParameter): Bar[] {
  const { name } = parameter;
  const settings = barSettings(parameter);
  const values = settings.map((setting) => evaluator.evaluate({ [name]: setting }));
  return evaluator.figures.map((_, figure) => {
    const ends = settings.map((setting, k): BarEnd => ({ setting, value: values[k]![figure]! }));
    const sorted = ends.toSorted((a, b) => a.value - b.value);
    return { low: sorted[0]!, high: sorted.at(-1)! };
  });
}

/** 2.5th and 97.5th percentile of each figure over draws of the coefficients. */
function coefficientBarOf(evaluator: SensitivityEvaluator, size: number, key: ReturnType<typeof streamKey>): Bar[] {
  const draw = pairDrawer(key, streamPurposes.sensitivity, 3);
  const values = Array.from({ length: coefficientBarDraws }, (_, sample) =>
    evaluator.evaluate(
      {},
      Float64Array.from({ length: size }, (_, k) => draw(sample, 0, k)[0]),
    ),
  );
  return evaluator.figures.map((_, figure) => {
    const sorted = Float64Array.from(values, (own) => own[figure]!).sort();
    const end = (probability: number): BarEnd => ({ setting: null, value: quantileOfSorted(sorted, probability) });
    return { low: end(0.025), high: end(0.975) };
  });
}

function screeningOf({ absoluteMean, absoluteMeanInterval, mean, deviation }: ElementaryEffects) {
  const [low, high] = absoluteMeanInterval;
  return { mu_star: absoluteMean, mu_star_interval: [low, high] as [number, number], mu: mean, sigma: deviation };
}

function indicesOf(analysis: VarianceAnalysis | undefined, position: number) {
  const own = position < 0 ? undefined : analysis?.indices?.[position];
  return { first_order: own?.first ?? null, total: own?.total ?? null };
}

/** Factors with indices come first, then the others by their elementary effects. */
function byImportance(a: FactorResult, b: FactorResult): number {
  const of = ({ total, screening }: FactorResult) => (total ? 1e6 + total.value : (screening?.mu_star ?? 0));
  return of(b) - of(a);
}
