import { baselineScenario, hasCategories, type PopulationError, type WorkflowDefinition } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import { estimatesOf } from '../../equations/compile-equations.js';
import { poissonQuantile } from '../../math/gamma.js';
import { drawSituation } from '../../population/situation.js';
import { fillUniforms, streamPurposes } from '../../random/stream.js';
import { streamKey } from '../../random/stream-key.js';
import { compile, type CompiledSimulation } from '../../simulation/compile.js';
import type { Model } from '../fit-sample.js';
import type { RankCurves } from '../population/fit-copula.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import { estimatePopulation, hasObservedAttributes, populationWeights } from './estimate-population.js';
import { expectRows } from './simulate-rows.js';
import { deviationOf, type Target, targetsOf, weightedMean } from './compare.js';
import { decimals6, digits4, digits8 } from './round.js';

/** Agents behind the means of each bootstrap replicate. */
const bootstrapAgents = 4_000;
/** Agents behind the comparison with the rows of the data. */
const comparedAgents = 40_000;

/**
 * Error of the population at the baseline: from the finite sample of respondents, by a bootstrap of the population step or
 * of the rows that the agents are, and from the form of a synthetic population, by a comparison with the rows of the data.
 *
 * Each bootstrap replicate multiplies the weight of each cluster of rows by an independent Poisson number with mean 1,
 * which resamples clusters with replacement; rows that represent several responses are resampled by response. Sources:
 * Efron and Tibshirani, "An introduction to the bootstrap" (1993), chapter 6; Hanley and MacGibbon, "Creating
 * non-parametric bootstrap samples using Poisson frequencies", Computer Methods and Programs in Biomedicine 83 (2006).
 *
 * @param definition definition with its estimates and its population
 * If agents interact, a mean has no closed form. The ratio is then that of the means of the attributes, and the rows are
 * not compared.
 *
 * @returns undefined if no attribute comes from the data
 */
export function populationErrorOf(
  recipe: CalibrationRecipe,
  model: Model,
  definition: WorkflowDefinition,
): PopulationError | undefined {
  if (!hasObservedAttributes(recipe)) return undefined;
  const { rows, responses } = model;
  const isSample = recipe.fit.agents === 'respondents';
  const weights = isSample ? model.simulationWeights : populationWeights(recipe.fit, rows, responses);
  const respondents = effectiveUnits(model, weights, recipe.fit.population_people === 'rows');
  const seeds = Array.from({ length: recipe.fit.population_replicates }, (_, replicate) => replicate);
  const resample = (replicate: number) => resampledWeights(model, weights, definition.workflow_id, replicate);
  if (familyOf(definition.decision).interacting) {
    const ratio = attributeRatio(definition, model, weights, seeds.map(resample)) * Math.sqrt(respondents);
    return { respondents: digits8(respondents), replicates: seeds.length, ratio: digits4(ratio), checks: [] };
  }
  const quantities = quantitiesOf(definition);
  const expected = expectRows(definition, rowsAtBaseline(definition, model), Int32Array.from(rows.lines.keys()));
  const rowMeans = (own: Float64Array) => quantities.map(({ targets }) => weightedMean(expected, own, targets));
  const syntheticMeans = (compiled: CompiledSimulation, agents: number) => {
    const [expectation] = compiled.decision.expect(drawSituation(compiled, 0, agents).situation, [
      estimatesOf(familyOf(definition.decision).linear(definition.decision)),
    ]);
    return quantities.map(({ targets }) => targets.reduce((sum, at) => sum + expectation!.baseline[at]!, 0));
  };
  const compiledWith = (population: Partial<WorkflowDefinition['population']>) =>
    compile(
      { ...definition, population: { ...definition.population, ...population } },
      baselineScenario(definition),
      0,
    );

  const own = compiledWith({});
  const deviations = agentDeviations(own, quantities);
  const curves: RankCurves = new Map();
  const replicates = seeds.map((replicate) => {
    const resampled = resample(replicate);
    const synthetic = syntheticMeans(
      compiledWith(estimatePopulation(recipe, model, resampled, curves)),
      bootstrapAgents,
    );
    const real = rowMeans(resampled);
    return { agents: isSample ? real : synthetic, difference: real.map((mean, k) => mean - synthetic[k]!) };
  });
  const errors = quantities.map((_, k) => deviationOf(replicates.map(({ agents }) => agents[k]!)));
  const isShare = quantities.map(({ kind }) => kind === 'outcome');
  const sumOf = (values: readonly number[]) => values.reduce((sum, value, k) => sum + (isShare[k] ? value ** 2 : 0), 0);
  const spread = sumOf(deviations);
  const [real, synthetic] = [rowMeans(weights), syntheticMeans(own, comparedAgents)];
  return {
    respondents: digits8(respondents),
    replicates: replicates.length,
    ratio: spread > 0 ? digits4(Math.sqrt((sumOf(errors) * respondents) / spread)) : 0,
    checks: quantities.map(({ id }, k) => {
      const simulation = deviations[k]! / Math.sqrt(comparedAgents);
      const standardError = Math.hypot(deviationOf(replicates.map(({ difference }) => difference[k]!)), simulation);
      const difference = real[k]! - synthetic[k]!;
      return {
        id,
        rows: decimals6(real[k]!),
        synthetic: decimals6(synthetic[k]!),
        standard_error: decimals6(standardError),
        gap: decimals6(Math.sqrt(Math.max(0, difference ** 2 - standardError ** 2))),
      };
    }),
  };
}

/** Root mean square over the attributes of the bootstrap standard error of the mean, divided by the standard deviation. */
function attributeRatio(
  { population }: WorkflowDefinition,
  { rows }: Model,
  weights: Float64Array,
  replicates: readonly Float64Array[],
): number {
  const variables = population.attributes.flatMap((attribute, position) => {
    const { values } = rows.attributes.columns[position]!;
    const known = rows.known[position];
    const valueOf = (read: (value: number) => number) =>
      Float64Array.from(values, (value, row) => (known?.[row] === 0 ? NaN : read(value)));
    if (!hasCategories(attribute)) return [valueOf((value) => value)];
    return attribute.categories.map((_, code) => valueOf((value) => Number(value === code)));
  });
  const squares = variables.flatMap((values) => {
    const expected = { values, targets: 1 };
    const mean = weightedMean(expected, weights, [0]);
    const deviations = { values: values.map((value) => (value - mean) ** 2), targets: 1 };
    const variance = weightedMean(deviations, weights, [0]);
    const error = deviationOf(replicates.map((own) => weightedMean(expected, own, [0])));
    return variance > 0 ? [error ** 2 / variance] : [];
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / Math.max(1, squares.length));
}

/** Outcome, group of outcomes or measure, as a sum of targets of the family. */
interface Quantity {
  readonly id: string;
  readonly kind: 'outcome' | 'group' | 'measure';
  readonly targets: readonly number[];
}

function quantitiesOf(definition: WorkflowDefinition): Quantity[] {
  const targets = targetsOf(definition);
  const indexOf = (outcome: string) => targets.findIndex(({ kind, id }) => kind === 'outcome' && id === outcome);
  const isQuantity = (target: Target): target is Target & { kind: 'outcome' | 'measure' } => target.kind !== 'curve';
  return [
    ...targets.flatMap((target, at) =>
      isQuantity(target) ? [{ id: target.id, kind: target.kind, targets: [at] }] : [],
    ),
    ...(definition.outcome_groups ?? []).map(({ id, outcomes }) => ({
      id,
      kind: 'group' as const,
      targets: outcomes.map(indexOf),
    })),
  ];
}

/**
 * The rows in the baseline scenario. Attributes without a value, and attributes that do not come from the data, get
 * the values of synthetic agents.
 */
export function rowsAtBaseline(definition: WorkflowDefinition, model: Model): Model {
  const { rows } = model;
  const baseline = baselineScenario(definition);
  const { situation } = drawSituation(compile(definition, baseline, 1), 0, rows.count);
  const columns = rows.attributes.columns.map((column, position) => {
    const known = rows.known[position];
    if (!known) return column;
    const drawn = situation.attributes.columns[position]!.values;
    const values = column.values.slice();
    for (let row = 0; row < rows.count; row++) if (known[row] === 0) values[row] = drawn[row]!;
    return { ...column, values } as typeof column;
  });
  return {
    ...model,
    rows: {
      ...rows,
      attributes: { count: rows.count, columns },
      scenarios: [baseline],
      scenarioOf: new Int32Array(rows.count),
    },
  };
}

/** Standard deviation over agents of the expected value of each quantity. */
function agentDeviations(compiled: CompiledSimulation, quantities: readonly Quantity[]): number[] {
  const { columns } = compiled.decision.run(drawSituation(compiled, 0, bootstrapAgents).situation);
  const valuesOf = (...names: string[]) =>
    names.flatMap((name) => columns.filter((column) => column.name === name)).at(0)?.values;
  const outcomes = familyOf(compiled.definition.decision).outcomes(compiled.definition.decision);
  return quantities.map(({ id, kind, targets }) => {
    const parts =
      kind === 'measure'
        ? [valuesOf(`baseline_expected.${id}`, `baseline_measure.${id}`)!]
        : targets.map((at) => valuesOf(`baseline_probability.${outcomes[at]!.id}`)!);
    return deviationOf(Array.from(parts[0]!, (_, agent) => parts.reduce((sum, part) => sum + part[agent]!, 0)));
  });
}

/**
 * Weights of one bootstrap replicate. Rows that represent several separate responses are resampled by response, other
 * rows by cluster.
 */
function resampledWeights(
  { rows, counts }: Model,
  weights: Float64Array,
  workflow: string,
  replicate: number,
): Float64Array {
  const isCounted = !rows.hasGroups && counts.some((count) => count !== 1);
  const clusters = rows.clusters.reduce((count, cluster) => Math.max(count, cluster + 1), 0);
  const units = isCounted ? rows.count : clusters;
  const uniforms = new Float64Array(units);
  fillUniforms(streamKey(replicate, workflow), streamPurposes.population, 0, 1, 0, units, uniforms);
  return weights.map((weight, row) => {
    if (weight === 0) return 0;
    if (!isCounted) return weight * poissonQuantile(uniforms[rows.clusters[row]!]!, 1);
    return (weight * poissonQuantile(uniforms[row]!, counts[row]!)) / counts[row]!;
  });
}

/**
 * Effective number of respondents, or of rows if they are counted, under unequal weights: (Σ w)² / Σ w².
 * Source: Kish, "Survey sampling" (1965), section 11.7.
 */
function effectiveUnits({ rows, counts }: Model, weights: Float64Array, isCountedByRow: boolean): number {
  const byUnit = new Map<number, { weight: number; count: number; rows: number }>();
  weights.forEach((weight, row) => {
    const unit = isCountedByRow ? row : rows.respondents[row]!;
    const own = byUnit.get(unit) ?? { weight: 0, count: 0, rows: 0 };
    byUnit.set(unit, { weight: own.weight + weight, count: own.count + counts[row]!, rows: own.rows + 1 });
  });
  let [sum, squares] = [0, 0];
  for (const { weight, count, rows: own } of byUnit.values()) {
    sum += weight;
    if (count > 0) squares += weight ** 2 / (count / own);
  }
  return sum ** 2 / squares;
}
