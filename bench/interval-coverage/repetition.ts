import type { CalibrationRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { compareRuns, type GoalResult, evaluateAgents, resolveGoal, runGoal, welfareOf } from '../../model/analyses.js';
import type { PopulationError, WorkflowDefinition } from '../../model/definition.js';
import {
  adjustDefinition,
  type Adjustments,
  type ErrorParts,
  type Interval,
  type OutcomeShare,
  simulate,
} from '../../model/simulate.js';
import { type CoverageCase, type Target, targets, type Truth } from './coverage-case.js';
import { segment } from './population.js';
import { randomOf } from './random.js';
import { type Cells, type Reference, type ReferenceFit, referenceFit } from './reference.js';
import { calibrated, refit } from './refit.js';

/** Estimate of a quantity in one repetition. */
export interface Sample {
  readonly value: number;
  readonly interval: Interval;
  /** Undefined for goals and welfare. */
  readonly errors?: ErrorParts;
  /** The same quantity from another program. */
  readonly reference?: Reference;
}
export type Samples = Record<Target, Sample[]>;

export const noSamples = (): Samples =>
  Object.fromEntries(targets.map((target): [Target, Sample[]] => [target, []])) as Samples;

interface Estimate {
  readonly value: number;
  readonly interval: Interval | null;
  readonly errors?: ErrorParts;
}

/** Values that all repetitions of a case share. */
export interface Known {
  readonly truth: Truth;
  /** Error of the synthetic population. Undefined if the respondents have no attributes, or if agents interact. */
  readonly population?: PopulationError | undefined;
}

/** Draws data, fits the model, answers the question, and adds the estimates with an interval to the samples. */
export function repeat(
  coverageCase: CoverageCase,
  recipe: CalibrationRecipe,
  { truth, population }: Known,
  seed: number,
  samples: Samples,
): void {
  const { whole } = coverageCase;
  const drawn = coverageCase.draw(randomOf(seed));
  const definition = whole ? calibrated(recipe, drawn, seed) : refit(recipe, drawn, population);
  const estimates = { ...answer(coverageCase, definition, seed), ...studies(coverageCase, definition, truth, seed) };
  const references = whole ? referencesOf(coverageCase, referenceFit(whole.reference, drawn.data)) : {};
  for (const target of targets) {
    const [estimate, reference] = [estimates[target], references[target]];
    if (truth[target] === undefined || !estimate?.interval) continue;
    samples[target].push({ ...estimate, interval: estimate.interval, ...(reference && { reference }) });
  }
}

function referencesOf(
  { changed, baseline, other, outcome, measure, whole }: CoverageCase,
  fit: ReferenceFit,
): Partial<Record<Target, Reference>> {
  const rows = ({ [segment.attribute]: member }: Cells) => member === '1';
  const share = { outcome, scenario: changed };
  return {
    share: fit.of(share),
    difference: fit.of({ ...share, against: baseline }),
    comparison: fit.of({ ...share, against: other }),
    segment: fit.of({ ...share, rows }),
    segment_difference: fit.of({ ...share, against: baseline, rows }),
    ...(measure !== undefined &&
      'values' in whole!.reference && {
        mean: fit.of({ outcome: measure, scenario: changed }),
        mean_difference: fit.of({ outcome: measure, scenario: changed, against: baseline }),
      }),
  };
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

type Difference = Pick<OutcomeShare, 'difference' | 'difference_interval' | 'difference_errors'>;

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
  const shareOf = ({ share: value, interval, errors }: OutcomeShare): Estimate => ({ value, interval, errors });
  const differenceOf = (part: Difference): Estimate => ({
    value: part.difference,
    interval: part.difference_interval,
    errors: part.difference_errors,
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
