import {
  agentRenderer,
  agentsInteract,
  baselineScenario,
  EngineError,
  isChoice,
  simulate,
  type Issue,
  type OutcomeSummary,
  type Parameter,
  type Scenario,
  type SimulationOutput,
  type WorkflowDefinition,
} from '../../engine/index.js';
import { exceedsRandomError } from './random-error.js';

const goldenAgentCount = 500;
const goldenSeed = 1;
const renderedAgents = 5;
const cornerAgentCount = 20;
/** Draws of the coefficients in each run of the check. */
const checkedDraws = 50;
const maxCorners = 100;
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

/** Runs a definition at its baseline, and a few agents at the limits of each parameter. Reports failures as issues. */
export function runGolden(definition: WorkflowDefinition): { golden?: Golden; issues: Issue[] } {
  const scenario = baselineScenario(definition);
  const output = attempt(definition, scenario, goldenAgentCount, 'decision');
  if ('issue' in output) return { issues: [output.issue] };
  const issues = [...disagreements(definition, output), ...transcriptIssues(definition, scenario, output)];
  for (const { path, scenario: corner } of cornersOf(definition, scenario)) {
    const tried = attempt(definition, corner, cornerAgentCount, path);
    if ('issue' in tried) issues.push(tried.issue);
  }
  const outcomes = output.summary.outcomes.map(({ id, share, expected_share }) => ({ id, share, expected_share }));
  return { golden: { agent_count: goldenAgentCount, seed: goldenSeed, digest: output.digest, outcomes }, issues };
}

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

function transcriptIssues(definition: WorkflowDefinition, scenario: Scenario, output: SimulationOutput): Issue[] {
  try {
    const render = agentRenderer(definition, scenario, output);
    for (let index = 0; index < renderedAgents; index++) render(index);
    return [];
  } catch {
    return [{ path: 'narrative', message: 'produces no transcript for some agents' }];
  }
}

/** Scenarios with one parameter at its minimum, at its maximum, or at one of its options. */
function cornersOf({ scenario: { parameters } }: WorkflowDefinition, baseline: Scenario) {
  return parameters
    .flatMap((parameter, index) =>
      endsOf(parameter).map((value) => ({
        path: `scenario.parameters.${index}`,
        scenario: { ...baseline, [parameter.id]: value },
      })),
    )
    .slice(0, maxCorners);
}

function endsOf(parameter: Parameter): (number | string)[] {
  const values = isChoice(parameter) ? parameter.options.map(({ id }) => id) : [parameter.minimum, parameter.maximum];
  return values.filter((value) => value !== parameter.default);
}
