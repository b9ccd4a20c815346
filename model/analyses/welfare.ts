import { columnNamed } from '../columns/column.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import { familyOf } from '../families/family-of.js';
import { sumOf } from '../math/linear-algebra.js';
import { rememberProducts } from '../equations/products/product-shapes.js';
import { readSituation } from '../population/situation.js';
import type { AgentGroups } from '../simulation/simulate-chunk.js';
import { compile } from '../simulation/compile.js';
import { drawCoefficients } from '../simulation/draw-coefficients.js';
import { gradientAgentsOf } from '../simulation/estimation-error.js';
import { streamKey } from '../random/stream-key.js';
import type { Percentiles } from '../summary/errors.js';
import { quantileOfSorted, smallGroupSize } from '../summary/moments.js';
import { type Interval, wilsonInterval } from '../summary/intervals.js';
import { segmentations } from '../summary/segment-groups.js';
import { analyzedGroups, rowsOfGroups, FigureEvaluator, type AnalyzedAgents } from './figure-evaluator.js';
import { costVariableOf, moneyEquationsOf } from './money-measures.js';
import { type EstimatedFigure, FigureErrors } from './mean-functions.js';
import type { GroupWelfare, Welfare } from './welfare-result.js';

/** Draws of the coefficients behind an interval, and the agents that they are evaluated for. */
const drawCount = 400;
const drawAgents = 250;
const level = 0.95;
/** Draws without an amount of money are left out. More of them than a quarter of the tails would change the limits. */
const leastDraws = 0.9875;

export interface WelfareRequest extends AnalyzedAgents {
  readonly scenario: Scenario;
  /** Indices of the agents, ascending and at least one. Default: all. */
  readonly rows?: Int32Array | undefined;
}

/** Returns whether agents choose once among alternatives by their utility, so that a change of the scenario has a value for them. */
export function hasWelfare({ decision }: AnalyzedAgents['definition']): boolean {
  return decision.family === 'conditional_logit' && decision.periods === undefined;
}

/**
 * Computes the change of the consumer surplus of agents: the change of the expected greatest utility, divided by the marginal utility of money.
 * Random coefficients are averaged over the agents, each with its own draw, and latent classes by their shares.
 * The change is a ratio, so that the ends of its interval come from draws of the coefficients.
 * Sources: Train, "Discrete choice methods with simulation" (2009), section 3.5; Krinsky and Robb, "On approximating the statistical properties
 * of elasticities", Review of Economics and Statistics 68 (1986), for the interval.
 *
 * @throws EngineError `invalid_argument` for a family without alternatives
 */
export function welfareOf(request: WelfareRequest): Welfare {
  const { definition } = request;
  if (!hasWelfare(definition))
    throw new EngineError('invalid_argument', 'Agents of this workflow do not choose once among alternatives.', {});
  const cost = costVariableOf(familyOf(definition.decision).linear(definition.decision));
  if (!cost) return inUnit(request, 'utility', 'no_cost', false);
  const inMoney = inUnit(request, cost.unit, null, true);
  return Number.isNaN(inMoney.all.mean.estimate)
    ? inUnit(request, 'utility', 'cost_coefficient_not_negative', false)
    : inMoney;
}

function inUnit(
  request: WelfareRequest,
  unit: string,
  money_unavailable: Welfare['money_unavailable'],
  isMoney: boolean,
): Welfare {
  const { definition, columns, rows } = request;
  const simulated = columnNamed(columns, 'outcome').values.length;
  const errors = new FigureErrors(definition);
  const changes = changesOf(request, isMoney, simulated, false);
  const [all] = summarizeGroups(changes, errors, analyzedGroups(simulated, rows), simulated);
  const result = { unit, money_unavailable, agent_count: all!.agent_count, all: all! };
  const total = scaled(all!.mean, all!.agent_count);
  if (Number.isNaN(all!.mean.estimate)) return { ...result, total, segments: [] };
  const segments = segmentations(definition, columns).map((segmentation) => {
    const own = segmentation.isModelGroup ? changesOf(request, isMoney, simulated, true) : changes;
    const groups = summarizeGroups(own, errors, analyzedGroups(simulated, rows, segmentation), simulated);
    return {
      attribute: segmentation.id,
      label: segmentation.label,
      groups: groups.flatMap((group, k) =>
        group ? [{ id: segmentation.groups[k]!.id, label: segmentation.groups[k]!.label, ...group }] : [],
      ),
    };
  });
  return { ...result, total, segments };
}

interface Changes {
  readonly values: Float64Array;
  /** Changes of the first agents by draw of the coefficients. None without a covariance. */
  readonly drawn: readonly Float64Array[];
  /** Derivatives with respect to the coefficients, of the first agents: `[row * coefficients + coefficient]`. */
  readonly gradients: Float64Array;
  readonly gradientAgents: number;
}

/** Changes of the first agents at each set of coefficients. The workflow is compiled and the agents are read once. */
function drawnChangesOf(
  { definition, scenario, seed, columns }: WelfareRequest,
  isMoney: boolean,
  agents: number,
  givenGroup: boolean,
): Float64Array[] {
  const { decision, workflow_id } = definition;
  const key = streamKey(seed, workflow_id);
  const draws = drawCoefficients(definition, familyOf(decision).linear(decision), key, drawCount);
  if (draws.length === 0) return [];
  const compiled = compile(definition, scenario, seed);
  const { situation } = readSituation(compiled, columns, 0, agents);
  rememberProducts(situation.attributes);
  const moneyAt = (own: Scenario) => (isMoney ? moneyEquationsOf(definition, own) : undefined);
  const money = { scenario: moneyAt(scenario), baseline: moneyAt(baselineScenario(definition)) };
  return draws.map((coefficients) => {
    const valuesOf = (side: 'scenario' | 'baseline') =>
      compiled.decision.benefits!(situation, side, { gradients: false, givenGroup, money: money[side], coefficients })
        .values;
    const other = valuesOf('baseline');
    return valuesOf('scenario').map((value, row) => value - other[row]!);
  });
}

/** @param givenGroup whether the changes are those of the latent class of the agent, instead of an average over the classes */
function changesOf(request: WelfareRequest, isMoney: boolean, agents: number, givenGroup: boolean): Changes {
  const { definition, scenario } = request;
  // Each agent with derivatives is a group, so that the sums of the groups are the derivatives of single agents.
  const groups = Math.min(agents, gradientAgentsOf(definition));
  const each = { groupOf: Int32Array.from({ length: agents }, (_, row) => (row < groups ? row : -1)), groups };
  const evaluate = (side: 'scenario' | 'baseline') => {
    const own = side === 'scenario' ? scenario : baselineScenario(definition);
    const money = isMoney ? moneyEquationsOf(definition, own) : undefined;
    const evaluator = new FigureEvaluator(
      request,
      { ...each, isModelGroup: givenGroup },
      1,
      (decision, situation, options) => decision.benefits!(situation, side, { ...options, money }),
    );
    const { values, gradientSums: gradients } = evaluator.source(scenario);
    return { values, gradients, gradientAgents: evaluator.gradientAgents };
  };
  const [own, other] = [evaluate('scenario'), evaluate('baseline')];
  return {
    values: own.values.map((value, row) => value - other.values[row]!),
    gradients: own.gradients.map((value, at) => value - other.gradients[at]!),
    gradientAgents: own.gradientAgents,
    drawn: drawnChangesOf(request, isMoney, Math.min(agents, drawAgents), givenGroup),
  };
}

/** One entry per group; undefined for groups without agents. */
function summarizeGroups(
  { values, gradients, gradientAgents, drawn }: Changes,
  errors: FigureErrors,
  grouping: AgentGroups,
  simulated: number,
): (GroupWelfare | undefined)[] {
  return rowsOfGroups(grouping, values.length).map((rows) => {
    if (rows.length === 0) return undefined;
    const changes = at(values, rows);
    const known = drawnChanges(rows, values, drawn);
    const mean = sumOf(changes) / rows.length;
    const squares = sumOf(changes.map((change) => (change - mean) ** 2));
    const estimate = errors.of(
      mean,
      squares,
      meanGradient(gradients, rows, gradientAgents, errors.coefficients),
      {
        agents: rows.length,
        fraction: rows.length / values.length,
        isWhole: rows.length === simulated,
      },
      known && percentilesOf(known),
    );
    return describe(estimate, changes, known);
  });
}

/** Ends of the percentile interval of the mean change, as distances from the mean of the same agents. */
function percentilesOf({ values, drawn }: DrawnChanges): Percentiles {
  const mean = (of: Float64Array) => sumOf(of) / of.length;
  const [below, above] = distancesOf(drawn.map(mean), mean(values));
  return { below: Float64Array.of(below), above: Float64Array.of(above) };
}

/** Distances of the 2.5th and 97.5th percentiles below and above a value. */
function distancesOf(drawn: readonly number[], value: number): readonly [number, number] {
  const sorted = Float64Array.from(drawn).sort();
  const tail = (1 - level) / 2;
  return [Math.max(0, value - quantileOfSorted(sorted, tail)), Math.max(0, quantileOfSorted(sorted, 1 - tail) - value)];
}

/** Changes of the agents of a group that have draws. */
interface DrawnChanges {
  readonly values: Float64Array;
  readonly drawn: readonly Float64Array[];
}

/** Undefined if too few agents have draws, and if too many draws have no amount of money, because more cost does not lower the utility. */
function drawnChanges(
  rows: Int32Array,
  values: Float64Array,
  drawn: readonly Float64Array[],
): DrawnChanges | undefined {
  const known = rows.filter((row) => row < drawAgents);
  if (drawn.length === 0 || known.length < Math.min(smallGroupSize, rows.length)) return undefined;
  const of = (all: Float64Array) => at(all, known);
  const own = drawn.map(of).filter((changes) => !changes.some((change) => Number.isNaN(change)));
  return own.length < drawn.length * leastDraws ? undefined : { values: of(values), drawn: own };
}

/** The values of some rows. Loops over typed arrays, because draws times groups make them many. */
function at(values: Float64Array, rows: Int32Array): Float64Array {
  const own = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) own[k] = values[rows[k]!]!;
  return own;
}

function meanGradient(
  gradients: Float64Array,
  rows: Int32Array,
  gradientAgents: number,
  width: number,
): Float64Array | undefined {
  const known = rows.filter((row) => row < gradientAgents);
  if (known.length === 0) return undefined;
  const mean = new Float64Array(width);
  for (const row of known)
    for (let k = 0; k < width; k++) mean[k] = mean[k]! + gradients[row * width + k]! / known.length;
  return mean;
}

/** Changes below this share of the largest change are rounding errors. */
const roundingShare = 1e-9;

function describe(mean: EstimatedFigure, changes: Float64Array, known: DrawnChanges | undefined): GroupWelfare {
  const largest = changes.reduce((most, change) => Math.max(most, Math.abs(change)), 0);
  const noise = largest * roundingShare;
  const gains = (change: number) => change > noise;
  const loses = (change: number) => change < -noise;
  const share = (matches: (change: number) => boolean) => shareOf(changes, matches);
  return {
    agent_count: changes.length,
    is_small: changes.length < smallGroupSize,
    mean,
    direction: directionOf(mean, largest),
    gaining_share: share(gains),
    losing_share: share(loses),
    gaining_share_interval: known ? shareInterval(share(gains), changes.length, known, gains) : null,
    losing_share_interval: known ? shareInterval(share(loses), changes.length, known, loses) : null,
  };
}

function shareOf(changes: Float64Array, matches: (change: number) => boolean): number {
  let count = 0;
  for (let row = 0; row < changes.length; row++) if (matches(changes[row]!)) count++;
  return count / changes.length;
}

function shareInterval(
  share: number,
  agents: number,
  { values, drawn }: DrawnChanges,
  matches: (change: number) => boolean,
): Interval {
  const [below, above] = distancesOf(
    drawn.map((own) => shareOf(own, matches)),
    shareOf(values, matches),
  );
  const [low, high] = wilsonInterval(share * agents, agents);
  return [Math.max(0, share - Math.hypot(below, share - low)), Math.min(1, share + Math.hypot(above, high - share))];
}

function directionOf({ interval }: EstimatedFigure, largest: number): GroupWelfare['direction'] {
  if (largest === 0) return 'unchanged';
  if (!interval) return 'unclear';
  return interval[0] > 0 ? 'gains' : interval[1] < 0 ? 'loses' : 'unclear';
}

function scaled({ estimate, interval, errors, missing_parts }: EstimatedFigure, factor: number): EstimatedFigure {
  const of = (value: number | null) => (value === null ? null : value * factor);
  return {
    estimate: estimate * factor,
    interval: interval && [interval[0] * factor, interval[1] * factor],
    errors: Object.fromEntries(
      Object.entries(errors).map(([part, value]) => [part, of(value)]),
    ) as unknown as EstimatedFigure['errors'],
    missing_parts,
  };
}
