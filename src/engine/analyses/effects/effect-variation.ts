import { familyOf } from '../../families/family-of.js';
import type { AgentFigures } from '../../model/agent-figures.js';
import { productContextOf } from '../../model/products/compile-products.js';
import { readSituation } from '../../population/read-situation.js';
import { compile } from '../../simulation/compile.js';
import { drawCoefficients } from '../../simulation/draw-coefficients.js';
import type { SimulatedAgents } from '../../simulation/summarize-groups.js';
import type { ErrorParts } from '../../summary/errors.js';
import { type Figure, readFigures } from '../../summary/figures.js';
import { type Interval, quantileOfErrors } from '../../summary/intervals.js';
import { quantileOfSorted } from '../../summary/moments.js';
import type { Segmentation } from '../../summary/segment-groups.js';
import {
  type Classification,
  explainedVariance,
  type ExplainedVariance,
  explainedWithoutParts,
} from './explained-variance.js';
import { withEstimates } from '../with-estimates.js';

/** A share of the variance of the individual effects, with its 95% interval. */
export interface VarianceShare {
  readonly share: number;
  readonly interval: Interval;
  readonly errors: ErrorParts;
}

export interface AttributeShare {
  readonly id: string;
  readonly label: string;
  readonly alone: VarianceShare;
  /** Null for attributes outside the joint decomposition. */
  readonly together: VarianceShare | null;
}

/** The individual effects of one figure: differences of the agents' expected values between scenario and baseline. */
export interface EffectVariation {
  readonly standardDeviation: number;
  readonly tenthToNinetiethPercentile: Interval;
  /** Attributes, largest contribution first. Null if all individual effects are equal, or for too few agents. */
  readonly attributes: readonly AttributeShare[] | null;
  /** Share that the attributes of the joint decomposition explain together. */
  readonly explained: VarianceShare | null;
}

/** Attributes of the joint decomposition: those that explain most alone. Its time doubles with each. */
export const maxJointAttributes = 8;
const maxColumns = 60;
const agentsPerColumn = 10;
/** Fewer agents have no decomposition. */
export const minVariationAgents = 100;
export const maxVariationAgents = 5_000;
const jackknifeBlocks = 20;
/** Draws of the coefficients for the estimation error. */
export const variationDraws = 30;
const maxDrawAgents = 2_000;
const chunkSize = 1_000;
/** Agents between two selected ones that are evaluated too, because every range has a cost of its own. */
const maxSkippedAgents = 10;

/**
 * Divides the variance of the individual effects of each figure between the attributes. Numeric attributes are grouped into quarters, so that
 * differences inside a quarter are unexplained. The simulation error follows from a jackknife over 20 parts of the agents, the estimation error
 * from draws of the coefficients, and the population error is the simulation error of a sample of the size of the data.
 *
 * @param effects individual effects by figure, in the order of `readFigures`
 * @param rows indices of the agents
 * @param populationRatios population error of each mean effect divided by its simulation error for the agents of the decomposition
 */
export function effectVariations(
  simulated: SimulatedAgents,
  known: readonly Segmentation[],
  effects: readonly Float64Array[],
  rows: Int32Array,
  populationRatios: readonly (number | null)[],
  figureIds: readonly string[] | undefined,
): EffectVariation[] {
  const used = rows.subarray(0, maxVariationAgents);
  const spreads = effects.map((values) => spreadOf(values, rows));
  if (used.length < minVariationAgents)
    return spreads.map((spread) => ({ ...spread, attributes: null, explained: null }));
  const classes = known.map(({ groups, groupOf }) => ({ groups: groups.length, groupOf }));
  const blocks = Array.from({ length: jackknifeBlocks }, (_, block) =>
    used.filter((_, at) => at % jackknifeBlocks === block),
  );
  const alone = classes.map((own) => explainedWithoutParts([own], blocks, effects));
  const joint = jointAttributes(
    classes,
    alone.map(({ all }) => sharesOf(all)),
    used.length,
  );
  const chosen = joint.map((k) => classes[k]!);
  const together = explainedWithoutParts(chosen, blocks, effects);
  const estimates = decompositions(
    alone.map(({ all }) => sharesOf(all)),
    together.all,
  );
  const parts = together.without.map((own, part) =>
    decompositions(
      alone.map(({ without }) => sharesOf(without[part]!)),
      own,
    ),
  );
  const drawn = drawnEffects(simulated, used, figureIds, variationDraws);
  // All draws of all figures at once, because they have the same agents.
  const drawRows = used.subarray(0, maxDrawAgents);
  const draws = decompositions(
    classes.map((own) => sharesOf(explainedVariance([own], drawRows, drawn.flat()))),
    explainedVariance(chosen, drawRows, drawn.flat()),
  );
  return effects.map((_, figure) => {
    const spread = spreads[figure]!;
    const estimate = estimates[figure];
    if (!estimate) return { ...spread, attributes: null, explained: null };
    const leftOut = parts.map((own) => own[figure]);
    const ownDraws = drawn.map((_, draw) => draws[draw * effects.length + figure]);
    const of = (read: (own: Decomposition) => number) =>
      shareOf(
        read(estimate),
        jackknifeError(leftOut.map((own) => (own ? read(own) : 0))),
        { error: deviationOf(ownDraws, read), degrees: variationDraws - 1 },
        populationRatios[figure]!,
      );
    const attributes = known.map(({ id, label }, k): AttributeShare => {
      const position = joint.indexOf(k);
      return {
        id,
        label,
        alone: of(({ alone }) => alone[k]!),
        together: position < 0 ? null : of(({ together }) => together[position]!),
      };
    });
    const contribution = ({ together, alone }: AttributeShare) => (together ? together.share + 1 : alone.share - 1);
    return {
      ...spread,
      attributes: attributes.sort((a, b) => contribution(b) - contribution(a)),
      explained: of(({ all }) => all),
    };
  });
}

function shareOf(
  share: number,
  simulation: number,
  { error: estimation, degrees }: { error: number | null; degrees: number },
  populationRatio: number | null,
): VarianceShare {
  const population = populationRatio === null ? null : populationRatio * simulation;
  const sampling = Math.hypot(simulation, population ?? 0);
  // The population error is a multiple of the simulation error, which the jackknife estimates from its blocks.
  const quantile = quantileOfErrors([
    { standardError: sampling, degrees: jackknifeBlocks - 1 },
    { standardError: estimation ?? 0, degrees },
  ]);
  const margin = quantile * Math.hypot(sampling, estimation ?? 0);
  return {
    share,
    interval: [Math.min(1, Math.max(0, share - margin)), Math.max(0, Math.min(1, share + margin))],
    errors: { simulation, estimation, population, model: null },
  };
}

interface Decomposition {
  readonly alone: readonly number[];
  readonly together: ArrayLike<number>;
  readonly all: number;
}

/** Decomposition of each set of values; undefined if its values are equal. */
function decompositions(
  alone: readonly (readonly number[])[],
  joint: readonly (ExplainedVariance | undefined)[],
): (Decomposition | undefined)[] {
  return joint.map(
    (shares, k) => shares && { alone: alone.map((own) => own[k]!), together: shares.together, all: shares.all },
  );
}

/** Shares that one attribute explains alone, by set of values. */
function sharesOf(explained: readonly (ExplainedVariance | undefined)[]): number[] {
  return explained.map((shares) => shares?.alone[0] ?? 0);
}

/** The attributes that explain most of any figure alone. */
function jointAttributes(
  known: readonly Classification[],
  alone: readonly (readonly number[])[],
  agents: number,
): number[] {
  let columns = Math.min(maxColumns, Math.floor(agents / agentsPerColumn));
  const chosen: number[] = [];
  const greatest = alone.map((shares) => Math.max(...shares));
  for (const k of [...greatest.keys()].sort((a, b) => greatest[b]! - greatest[a]!)) {
    const needed = known[k]!.groups - 1;
    if (chosen.length === maxJointAttributes || needed < 1 || needed > columns) continue;
    columns -= needed;
    chosen.push(k);
  }
  return chosen;
}

/** Individual effects of the first agents under drawn coefficients, by draw, then by figure. */
export function drawnEffects(
  { definition, scenario, seed, columns }: SimulatedAgents,
  rows: Int32Array,
  figureIds: readonly string[] | undefined,
  drawCount: number,
): Float64Array[][] {
  const compiled = compile(definition, scenario, seed);
  const { baseline, key } = compiled;
  const family = familyOf(definition.decision);
  const own = rows.subarray(0, maxDrawAgents);
  // The rows ascend, so that all selected agents are before the last one.
  const agents = own.at(-1)! + 1;
  const parts = neighborsOf(own).map(([from, to]) => readSituation(compiled, columns, from, to).situation);
  const figures = readFigures(definition, columns).filter(({ id }) => figureIds?.includes(id) ?? true);
  const positions = figures.map((figure) => positionsOf(definition, figure));
  const model = family.linear(definition.decision);
  return drawCoefficients(definition, model, key, drawCount, 'estimation_and_targets').map((draw) => {
    const drawn = withEstimates(definition, draw);
    const decision = family.compile(drawn.decision, { ...productContextOf(drawn), scenario, baseline });
    const effects = positions.map(() => new Float64Array(agents));
    for (const situation of parts) {
      // As in the columns of a simulation, the values are conditional on the group of the agent that the model defines.
      const [ours, theirs] = (['scenario', 'baseline'] as const).map((side) =>
        decision.figures!(situation, side, { gradients: false, givenGroup: true, withoutCurves: true }),
      ) as [AgentFigures, AgentFigures];
      const valueOf = ({ values, figures: width }: AgentFigures, row: number, summed: readonly number[]) =>
        summed.reduce((sum, position) => sum + values[row * width + position]!, 0);
      positions.forEach((summed, figure) => {
        for (let row = 0; row < situation.to - situation.from; row++)
          effects[figure]![situation.from + row] = valueOf(ours, row, summed) - valueOf(theirs, row, summed);
      });
    }
    return effects;
  });
}

/** Ranges [from, to) of agents that contain all rows, and few other agents. */
function neighborsOf(rows: Int32Array): [number, number][] {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && row - last[1] < maxSkippedAgents && row - last[0] < chunkSize) last[1] = row + 1;
    else ranges.push([row, row + 1]);
  }
  return ranges;
}

/** Positions of the expected values of an agent whose sum is the figure. */
function positionsOf(definition: SimulatedAgents['definition'], figure: Figure): readonly number[] {
  if (figure.kind !== 'measure') return figure.outcomes;
  const { decision, scenario } = definition;
  const family = familyOf(decision);
  const position = family.measures(decision, scenario.parameters).findIndex(({ id }) => id === figure.id);
  return [family.outcomes(decision).length + position];
}

/** Individual effects of all agents, by figure. */
export function individualEffects(
  definition: SimulatedAgents['definition'],
  columns: SimulatedAgents['columns'],
  figureIds?: readonly string[],
): Float64Array[] {
  const figures = readFigures(definition, columns).filter(({ id }) => figureIds?.includes(id) ?? true);
  return figures.map(({ scenario, baseline }) =>
    Float64Array.from({ length: scenario.length }, (_, row) => scenario[row]! - baseline[row]!),
  );
}

function spreadOf(values: Float64Array, rows: Int32Array) {
  const own = Float64Array.from(rows, (row) => values[row]!).sort();
  const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
  const squares = own.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    standardDeviation: Math.sqrt(squares / Math.max(1, own.length - 1)),
    tenthToNinetiethPercentile: [quantileOfSorted(own, 0.1), quantileOfSorted(own, 0.9)] as const,
  };
}

/** Standard error from estimates that each leave out one part. Source: Efron, "The jackknife, the bootstrap" (1982), chapter 3. */
function jackknifeError(estimates: readonly number[]): number {
  const count = estimates.length;
  const mean = estimates.reduce((sum, value) => sum + value, 0) / count;
  return Math.sqrt(((count - 1) / count) * estimates.reduce((sum, value) => sum + (value - mean) ** 2, 0));
}

function deviationOf(
  draws: readonly (Decomposition | undefined)[],
  read: (own: Decomposition) => number,
): number | null {
  const values = draws.flatMap((own) => (own ? [read(own)] : []));
  if (values.length < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
