import type { CalibrationRecipe } from '../../src/calibration/recipe/parse-recipe.js';
import {
  compareRuns,
  type GoalResult,
  evaluateAgents,
  resolveGoal,
  runGoal,
  welfareOf,
} from '../../src/engine/analyses.js';
import type { PopulationError, WorkflowDefinition } from '../../src/engine/definition.js';
import {
  adjustDefinition,
  type Adjustments,
  type Interval,
  type OutcomeShare,
  simulate,
} from '../../src/engine/simulate.js';
import { type CoverageCase, type Target, targets, type Truth } from './coverage-case.js';
import { segment } from './population.js';
import { randomOf } from './random.js';
import { refit } from './refit.js';

/** Counts of one quantity over repetitions. */
export interface Tally {
  /** Repetitions with an interval. */
  intervals: number;
  /** Intervals that contain the true value. */
  covered: number;
  /** Sum of the widths of the intervals. */
  width: number;
  /** Sums of the errors of the estimate, and of their squares. */
  error: number;
  squaredError: number;
}
export type Tallies = Record<Target, Tally>;

export const emptyTallies = (): Tallies =>
  Object.fromEntries(
    targets.map((target) => [target, { intervals: 0, covered: 0, width: 0, error: 0, squaredError: 0 }]),
  ) as Tallies;

interface Estimate {
  readonly value: number;
  readonly interval: Interval | null;
}

/** Values that all repetitions of a case share. */
export interface Known {
  readonly truth: Truth;
  /** Error of the synthetic population. Undefined if the respondents have no attributes, or if agents interact. */
  readonly population?: PopulationError | undefined;
}

/** Draws data, fits the model, answers the question, and counts the intervals that contain the truth. */
export function repeat(
  coverageCase: CoverageCase,
  recipe: CalibrationRecipe,
  { truth, population }: Known,
  seed: number,
  tallies: Tallies,
): void {
  const definition = refit(recipe, coverageCase.draw(randomOf(seed)), population);
  const estimates = { ...answer(coverageCase, definition, seed), ...studies(coverageCase, definition, truth, seed) };
  for (const target of targets) {
    const [expected, estimate] = [truth[target], estimates[target]];
    if (expected === undefined || !estimate?.interval) continue;
    const tally = tallies[target];
    const [low, high] = estimate.interval;
    tally.intervals++;
    tally.covered += Number(low <= expected && expected <= high);
    tally.width += high - low;
    tally.error += estimate.value - expected;
    tally.squaredError += (estimate.value - expected) ** 2;
  }
}

/** Standard error of the observed share that the constants match. */
const matchedError = 0.02;

/** Answers about a segment, with a matched share, and to a goal. */
function studies(
  coverageCase: CoverageCase,
  definition: WorkflowDefinition,
  { share, difference }: Truth,
  seed: number,
): Partial<Record<Target, Estimate>> {
  const { goal, outcome, agents: agentCount } = coverageCase;
  if (!goal || share === undefined || difference === undefined) return {};
  const run = (adjustments: Adjustments) => {
    const adjusted = adjustDefinition(definition, adjustments, { seed, agentCount }).definition;
    const { summary } = simulate({ definition: adjusted, scenario: coverageCase.changed, seed, agentCount });
    const found = summary.outcomes.find(({ id }) => id === outcome)!;
    return { value: found.share, interval: found.interval };
  };
  const observed = share - difference + matchedError * randomOf(-seed - 1).normal();
  const { parameter, from, to } = goal;
  const requested = { parameters: [{ name: parameter, from, to }], constraints: [] };
  const resolved = resolveGoal(definition, {
    ...requested,
    objective: { goal: 'reach', share: outcome, target: share },
  });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const task = { definition, scenario: coverageCase.baseline, seed, agentCount };
  const { result } = evaluateAgents(task, (agents) => runGoal(agents, resolved.request));
  const [found] = (result as GoalResult).arguments;
  const { columns } = simulate({ definition, scenario: coverageCase.changed, seed, agentCount });
  const { mean } = welfareOf({ definition, scenario: coverageCase.changed, seed, columns }).all;
  return {
    welfare: { value: mean.estimate, interval: mean.interval },
    restricted: run({ where: { [segment.attribute]: [segment.group] } }),
    matched: run({ targets: [{ outcome, share: observed, standard_error: matchedError }] }),
    goal: { value: found!.value, interval: found!.interval },
  };
}

function answer(
  coverageCase: CoverageCase,
  definition: WorkflowDefinition,
  seed: number,
): Partial<Record<Target, Estimate>> {
  const run = (scenario: CoverageCase['changed']) => {
    const output = simulate({ definition, scenario, seed, agentCount: coverageCase.agents });
    return { scenario, output, summary: output.summary };
  };
  const [first, second] = [run(coverageCase.changed), run(coverageCase.other)];
  const { summary } = first.output;
  const compared = compareRuns(definition, seed, first, second);
  const group = summary.segments
    .find(({ attribute }) => attribute === segment.attribute)
    ?.groups.find(({ id }) => id === segment.group);
  const outcomeOf = ({ outcomes }: { outcomes: readonly OutcomeShare[] }) =>
    outcomes.find(({ id }) => id === coverageCase.outcome)!;
  const measure = summary.measures.find(({ id }) => id === coverageCase.measure);
  const shareOf = (part: { share: number; interval: Interval | null }): Estimate => ({
    value: part.share,
    interval: part.interval,
  });
  const differenceOf = (part: { difference: number; difference_interval: Interval | null }): Estimate => ({
    value: part.difference,
    interval: part.difference_interval,
  });
  return {
    share: shareOf(outcomeOf(summary)),
    difference: differenceOf(outcomeOf(summary)),
    ...(compared.ok && { comparison: differenceOf(outcomeOf(compared.summary)) }),
    ...(group && {
      segment: shareOf(outcomeOf(group)),
      segment_difference: differenceOf(outcomeOf(group)),
    }),
    ...(measure && {
      mean: { value: measure.mean, interval: measure.interval },
      mean_difference: differenceOf(measure),
    }),
  };
}
