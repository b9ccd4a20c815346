import {
  agentRenderer,
  baselineScenario,
  EngineError,
  isChoice,
  simulate,
  type Issue,
  type Parameter,
  type Scenario,
  type SimulationOutput,
  type WorkflowDefinition,
} from '../../engine/index.js';

const goldenAgentCount = 500;
const goldenSeed = 1;
const renderedAgents = 5;
const cornerAgentCount = 20;
const mostCorners = 100;
/** How many standard errors agents may lie from the closed form: one fair definition in a million lies farther. */
const mostDeviations = 5;
/** For shares that hardly anybody can leave. */
const slack = 0.005;

/** What a definition does, for its author to see and for others to find again: the same definition gives the same digest. */
export interface Golden {
  agent_count: number;
  seed: number;
  digest: string;
  outcomes: { id: string; share: number; expected_share: number }[];
}

/** Runs a definition at its baseline, and a few agents at the ends of each parameter; what does not work is an issue. */
export function runGolden(definition: WorkflowDefinition): { golden?: Golden; issues: Issue[] } {
  const scenario = baselineScenario(definition);
  const output = attempt(definition, scenario, goldenAgentCount, 'decision');
  if ('issue' in output) return { issues: [output.issue] };
  const issues = [...disagreements(output), ...untellable(definition, scenario, output)];
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
    const output = simulate({ definition, scenario, seed: goldenSeed, agentCount, parameterDraws: 2 });
    if (isFinite(output.summary)) return output;
    return { issue: { path, message: 'comes to numbers that are not finite' } };
  } catch (error) {
    // What the engine did not foresee is the definition's fault all the same: every other one runs.
    const message = error instanceof EngineError ? error.message : 'cannot be simulated';
    return { issue: { path, message } };
  }
}

function isFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isFinite);
}

/** Agents must do what their chances say, but for luck. */
function disagreements({ summary }: SimulationOutput): Issue[] {
  return summary.outcomes
    .filter(
      ({ share, expected_share, errors }) =>
        Math.abs(share - expected_share) > mostDeviations * (errors.sampling ?? 0) + slack,
    )
    .map(({ id, share, expected_share }) => ({
      path: 'decision',
      message: `${share} of the agents end with "${id}", where the closed form says ${expected_share.toFixed(4)}`,
    }));
}

function untellable(definition: WorkflowDefinition, scenario: Scenario, output: SimulationOutput): Issue[] {
  try {
    const render = agentRenderer(definition, scenario, output);
    for (let index = 0; index < renderedAgents; index++) render(index);
    return [];
  } catch {
    return [{ path: 'narrative', message: 'does not tell every agent' }];
  }
}

/** One parameter at a time at its ends, or at each of its options. */
function cornersOf({ scenario: { parameters } }: WorkflowDefinition, baseline: Scenario) {
  return parameters
    .flatMap((parameter, index) =>
      endsOf(parameter).map((value) => ({
        path: `scenario.parameters.${index}`,
        scenario: { ...baseline, [parameter.id]: value },
      })),
    )
    .slice(0, mostCorners);
}

function endsOf(parameter: Parameter): (number | string)[] {
  const values = isChoice(parameter) ? parameter.options.map(({ id }) => id) : [parameter.minimum, parameter.maximum];
  return values.filter((value) => value !== parameter.default);
}
