import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { calibrate } from '../model/fitting/calibrate.js';
import { analyzeEffects } from '../model/analyses.js';
import { resolveScenario, type WorkflowDefinition } from '../model/definition.js';
import { simulate } from '../model/simulate.js';
import { calibrationFolder, readRecipe, readTable } from './calibration-data.js';
import type { Benchmark, BenchmarkOptions, Figure } from './figures.js';
import { measuredNow, writeRecord } from './record.js';
import { observedEffects } from './subgroups/observed-effects.js';

const recordFile = 'docs/validation/subgroups.json';
const slug = 'gotv-social-pressure';
const arms = ['civic_duty', 'hawthorne', 'self', 'neighbors'];
const outcome = 'voting';
const agentCount = 10_000;
const seed = 1;
const normalQuantile975 = 1.959964;

interface ArmRecord {
  readonly arm: string;
  readonly groups: number;
  /** Groups whose observed effect is inside the 95% interval of its prediction, without the model error. */
  readonly inside_without_model_error: number;
  readonly inside: number;
  /** Groups outside the simultaneous interval, which has the model error. */
  readonly outside_simultaneous: number;
  /** Standard deviation over the groups of the effect: predicted, and observed beyond its sampling error. */
  readonly predicted_deviation: number;
  readonly observed_deviation: number;
  readonly correlation: number;
}

/** Effects of an experiment in held-out groups, compared with the effects that the model of the training data predicts. */
export const subgroups: Benchmark = {
  name: 'subgroups',
  about: 'share of held-out effects of an experiment by group inside their 95% intervals; requires the data (--record)',
  run: (options) => Promise.resolve(measure(options)),
};

function measure({ record = false }: BenchmarkOptions): Figure[] {
  const folder = join(calibrationFolder, slug);
  if (!existsSync(join(folder, 'data.csv'))) throw new Error(`${folder} contains no data. Set CALIBRATION_DATA.`);
  const recipe = readRecipe(slug);
  const data = readTable(join(folder, 'data.csv'));
  const { definition } = calibrate({
    recipe: { ...recipe, fit: { ...recipe.fit, sample: 'train', population_replicates: 20 } },
    data,
    calibratedOn: '2000-01-01',
  });
  const records = arms.map((arm) => compareArm(definition, arm, observedEffects(data, recipe.data.columns, arm)));
  if (record) writeRecord(recordFile, { ...measuredNow(), workflow_id: slug, agents: agentCount, arms: records });
  return records.flatMap(({ arm, groups, inside, inside_without_model_error: without }) => [
    figure(`${arm}: inside, of ${groups}`, inside / groups),
    figure(`${arm}: inside without model error`, without / groups),
  ]);
}

const figure = (name: string, share: number): Figure => ({
  ...{ case: name, value: 100 * share, unit: '%' },
  ...{ against: null, ratio: null },
});

function compareArm(
  definition: WorkflowDefinition,
  arm: string,
  observed: ReturnType<typeof observedEffects>,
): ArmRecord {
  const resolved = resolveScenario(definition, { mailing: arm });
  if (!resolved.ok) throw new Error(`${arm} is not a valid scenario`);
  const { scenario } = resolved;
  const { columns } = simulate({ definition, scenario, seed, agentCount });
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  const { figures } = analyzeEffects({ definition, scenario, seed, columns }, rows, false, [outcome]);
  const [{ groups, quantile }] = figures as [(typeof figures)[number]];
  const checks = groups.map(({ group, effect, errors }) => {
    const [attribute, { id }] = Object.entries(group)[0]!;
    const own = observed.find((one) => one.attribute === attribute && one.category === id)!;
    const { simulation, estimation, population, model } = errors;
    const predictionError = Math.hypot(simulation ?? 0, estimation ?? 0, population ?? 0);
    const distance = Math.abs(own.effect - effect);
    const isInside = (quantile: number, modelError: number) =>
      distance <= quantile * Math.hypot(predictionError, modelError, own.standardError);
    return { effect, own, isInside, model: model ?? 0 };
  });
  const count = (isCounted: (check: (typeof checks)[number]) => boolean) => checks.filter(isCounted).length;
  const predicted = checks.map(({ effect }) => effect);
  const measured = checks.map(({ own }) => own.effect);
  const noise = checks.reduce((sum, { own }) => sum + own.standardError ** 2, 0) / checks.length;
  return {
    arm,
    groups: checks.length,
    inside_without_model_error: count(({ isInside }) => isInside(normalQuantile975, 0)),
    inside: count(({ isInside, model }) => isInside(normalQuantile975, model)),
    outside_simultaneous: count(({ isInside, model }) => !isInside(quantile!, model)),
    predicted_deviation: Math.sqrt(covarianceOf(predicted, predicted)),
    observed_deviation: Math.sqrt(Math.max(0, covarianceOf(measured, measured) - noise)),
    correlation:
      covarianceOf(predicted, measured) /
      Math.sqrt(covarianceOf(predicted, predicted) * covarianceOf(measured, measured)),
  };
}

function covarianceOf(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [first, second] = [mean(a), mean(b)];
  return a.reduce((sum, value, k) => sum + (value - first) * (b[k]! - second), 0) / (a.length - 1);
}
