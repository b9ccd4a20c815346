import { segmentSize, agentsInteract } from '../../../model/analyses.js';
import {
  type Issue,
  type WorkflowDefinition,
  baselineScenario,
  EngineError,
  type Parameter,
  type Scenario,
  traitsOf,
} from '../../../model/definition.js';
import { type Summary, type OutcomeSummary, simulate, type SimulationOutput } from '../../../model/simulate.js';
import { ownThreadTime } from '../../platform/process/measured.js';
import { longestTranscriptBytes, maxTranscriptBytes } from '../../../model/transcript.js';

/** Probability that random error alone is reported as a fault. */
const falseAlarmProbability = 1e-6;

/**
 * Whether a share differs from its expectation by more than random error, for agents that decide independently with individual
 * probabilities: the bound on the probability of such a difference is below one in a million. Valid for any number of agents and for
 * shares near 0 and 1. Source: Hoeffding, "Probability inequalities for sums of bounded random variables", JASA 58 (1963), theorem 1.
 *
 * @param share observed share of agents
 * @param expected mean of the agents' probabilities
 */
export function exceedsRandomError(share: number, expected: number, agents: number): boolean {
  const chance = Math.min(1, Math.max(0, expected));
  const distance = weighed(share, chance) + weighed(1 - share, 1 - chance);
  return agents * distance > Math.log(2 / falseAlarmProbability);
}

/** Relative entropy term: 0 if the share is 0, infinite if the expectation is 0 and the share is not. */
function weighed(share: number, chance: number): number {
  return share === 0 ? 0 : share * Math.log(share / chance);
}

/** Maximum serialized summary, in bytes. Every record of a simulation and every page of a list contains it. */
export const maxSummaryBytes = 256 * 1024;

export const summaryIssue: Issue = {
  path: 'decision',
  message: `produces a summary of more than ${maxSummaryBytes / 1024} KiB: use fewer groups, outcomes or curve points, or shorter labels`,
};

/**
 * Returns the serialized size of the summaries of a definition, in bytes. It counts the groups and flows that these few agents do not
 * have, because a simulation with more agents can have them.
 */
export function summaryBytes(definition: WorkflowDefinition, summary: Summary): number {
  const { segments, flows, outcomes } = summary;
  const present = segments.flatMap(({ groups }) => groups);
  const possible = segmentSize(definition) / outcomes.length;
  const absentFlows = outcomes.length * (outcomes.length - 1) - flows.length;
  const longestId = Math.max(...outcomes.map(({ id }) => id.length));
  const flow = { from: 'x'.repeat(longestId), to: 'x'.repeat(longestId), count: 1_000, share: 0.12345 };
  return (
    bytes(summary) +
    Math.max(0, possible - present.length) * (present.length > 0 ? bytes(present) / present.length : 0) +
    absentFlows * bytes(flow)
  );
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const goldenAgentCount = 500;
const goldenSeed = 1;
const renderedAgents = 30;
const cornerAgentCount = 20;
/** Draws of the coefficients in each run of the check. */
const checkedDraws = 50;
const maxCorners = 100;
/** Maximum processor time. Built-in workflows take at most 1.3 s. */
const maxUsedMs = 4_000;
export const tooSlow: Issue = {
  path: '',
  message: 'the check and its small simulation exceed the time limit: simplify the definition',
};
/** Maximum difference of interacting agents from their expectation, in standard errors, plus a tolerance for shares near 0 and 1. */
const maxStandardErrors = 5;
const tolerance = 0.005;

/** Reference results of a definition: the same definition always gives the same digest. */
export interface Golden {
  agent_count: number;
  seed: number;
  digest: string;
  outcomes: { id: string; share: number; expected_share: number }[];
}

/**
 * Runs a definition at its baseline, a few agents at the limits of each parameter, and a few with all parameters at their limits. Reports
 * failures, and transcripts and summaries that are too long, as issues.
 */
export function runGolden(definition: WorkflowDefinition): { golden?: Golden; issues: Issue[] } {
  const startMs = usedMs();
  const scenario = baselineScenario(definition);
  const output = attempt(definition, scenario, goldenAgentCount, 'decision');
  if ('issue' in output) return { issues: [output.issue] };
  const issues = [
    ...disagreements(definition, output),
    ...summaryIssues(definition, output),
    ...transcriptIssues(definition, scenario, output, renderedAgents),
  ];
  // The rest takes longer, and could not make the definition valid.
  if (issues.length > 0) return { issues };
  for (const { path, scenario: corner } of cornersOf(definition, scenario)) {
    if (usedMs() - startMs > maxUsedMs) return { issues: [tooSlow] };
    const tried = attempt(definition, corner, cornerAgentCount, path);
    if ('issue' in tried) issues.push(tried.issue);
  }
  for (const corner of wholeCornersOf(definition)) {
    const tried = attempt(definition, corner, cornerAgentCount, 'scenario');
    // A combination of limits can be impossible, such as no available alternative. A simulation of it fails with a code.
    if (!('issue' in tried)) issues.push(...transcriptIssues(definition, corner, tried, cornerAgentCount));
  }
  const outcomes = output.summary.outcomes.map(({ id, share, expected_share }) => ({ id, share, expected_share }));
  const golden = { agent_count: goldenAgentCount, seed: goldenSeed, digest: output.digest, outcomes };
  return { golden, issues: withoutRepeats(issues) };
}

const usedMs = () => ownThreadTime()?.usedMs ?? performance.now();

function attempt(
  definition: WorkflowDefinition,
  scenario: Scenario,
  agentCount: number,
  path: string,
): SimulationOutput | { issue: Issue } {
  try {
    // Requests can select draws of the coefficients, so a failing draw must be found here and not by users.
    const output = simulate({ definition, scenario, seed: goldenSeed, agentCount, parameterDraws: checkedDraws });
    if (isFinite(output.summary)) return output;
    return { issue: { path, message: 'produces numbers that are not finite' } };
  } catch (error) {
    // An unexpected engine error also counts as a fault of the definition.
    const message =
      error instanceof EngineError ? error.message : 'cannot be simulated: the engine failed unexpectedly';
    return { issue: { path, message } };
  }
}

function isFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isFinite);
}

/** Finds outcomes whose counted share differs from the closed form by more than random error. */
function disagreements(definition: WorkflowDefinition, { summary }: SimulationOutput): Issue[] {
  const meet = agentsInteract(definition);
  const agents = summary.agent_count;
  return summary.outcomes
    .filter((one) =>
      meet ? isOffExpectation(one, agents) : exceedsRandomError(one.count / agents, one.expected_share, agents),
    )
    .map(({ id, count, expected_share }) => ({
      path: 'decision',
      message: `the simulated share of "${id}" is ${count / agents}, but its expected share is ${expected_share.toFixed(4)}`,
    }));
}

/** Interacting agents share random errors, so their spread comes from replicates; it is at least that of independent agents. */
function isOffExpectation({ share, expected_share: expected, errors }: OutcomeSummary, agents: number): boolean {
  const alone = Math.sqrt((expected * (1 - expected)) / agents);
  return Math.abs(share - expected) > maxStandardErrors * Math.max(errors.simulation ?? 0, alone) + tolerance;
}

function summaryIssues(definition: WorkflowDefinition, { summary }: SimulationOutput): Issue[] {
  return summaryBytes(definition, summary) > maxSummaryBytes ? [summaryIssue] : [];
}

function transcriptIssues(
  definition: WorkflowDefinition,
  scenario: Scenario,
  output: SimulationOutput,
  agentCount: number,
): Issue[] {
  try {
    if (longestTranscriptBytes(definition, scenario, output, agentCount) <= maxTranscriptBytes) return [];
    const limit = `${maxTranscriptBytes / 1024} KiB`;
    const message = `produces a transcript of more than ${limit}: use fewer or shorter sentences and phrases`;
    return [{ path: 'narrative', message }];
  } catch {
    return [{ path: 'narrative', message: 'produces no transcript for some agents' }];
  }
}

function withoutRepeats(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path}: ${issue.message}`, issue])).values()];
}

/** Scenarios with one parameter at its minimum, at its maximum, or at one of its options. */
function cornersOf({ scenario: { parameters } }: WorkflowDefinition, baseline: Scenario) {
  return parameters
    .flatMap((parameter, index) =>
      traitsOf(parameter)
        .limits.filter((value) => value !== parameter.default)
        .map((value) => ({
          path: `scenario.parameters.${index}`,
          scenario: { ...baseline, [parameter.id]: value },
        })),
    )
    .slice(0, maxCorners);
}

/** Scenarios with all parameters at their minimum, at their maximum, and with the option with the longest phrase. */
function wholeCornersOf({ scenario: { parameters } }: WorkflowDefinition): Scenario[] {
  const cornerOf = (valueOf: (parameter: Parameter) => number | string): Scenario =>
    Object.fromEntries(parameters.map((parameter) => [parameter.id, valueOf(parameter)]));
  return [
    cornerOf((parameter) => traitsOf(parameter).limits[0]!),
    cornerOf((parameter) => traitsOf(parameter).limits.at(-1)!),
    cornerOf((parameter) => {
      const { options, limits } = traitsOf(parameter);
      return options.toSorted((a, b) => b.phrase.length - a.phrase.length)[0]?.id ?? limits.at(-1)!;
    }),
  ];
}
