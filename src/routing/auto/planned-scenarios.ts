import { resolveGoal } from '../../../model/analyses.js';
import {
  numericParameters,
  type Parameter,
  resolveScenario,
  traitsOf,
  type WorkflowDefinition,
  isChoice,
} from '../../../model/definition.js';
import type { Arm, Reading, Values, NotRead } from '../../../questions/reading.js';
import { coverageOf } from '../../simulations/followed-question.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';
import { similarParameters } from '../../../questions/left-over.js';
import { stemsOf } from '../../../questions/tokens.js';
import { typicalValue } from '../../../questions/unread.js';
import { adjectives, movements } from '../../../questions/vocabulary.js';

/** More choices are no help. */
const maxChanges = 4;

/**
 * Changes that are possible instead of words without a value: the options or typical changes of the parameters that the words may name, or
 * else of the parameters with the most similar names. Empty if no name is similar.
 */
function nearestChanges(
  definition: Pick<WorkflowDefinition, 'scenario'>,
  { words, reason, parameters }: Pick<NotRead, 'words' | 'reason' | 'parameters'>,
  isSet: (id: string) => boolean,
): Values[] {
  if (!canMeanAnother.has(reason)) return [];
  const named = definition.scenario.parameters.filter(({ id }) => parameters.includes(id));
  const nearest = named.length > 0 ? named : similarParameters(definition, words, isSet);
  return nearest.flatMap((parameter) => changesOf(parameter, directionsOf(words))).slice(0, maxChanges);
}

/** Reasons of words that another parameter, option or amount can replace. */
const canMeanAnother: ReadonlySet<NotRead['reason']> = new Set([
  'ambiguous',
  'no_amount',
  'no_parameter',
  'other_unit',
  'out_of_bounds',
]);

/** The direction that the words name, or else both. */
function directionsOf(words: string): readonly number[] {
  const named = stemsOf(words).flatMap((stem) => (movements.get(stem) ?? adjectives.get(stem))?.sign ?? []);
  return named.length > 0 ? [...new Set(named)] : [-1, 1];
}

function changesOf(parameter: Parameter, directions: readonly number[]): Values[] {
  const { id, default: initial } = parameter;
  const values = isChoice(parameter)
    ? traitsOf(parameter).options.map((option) => option.id)
    : directions.map((sign) => typicalValue(parameter, sign)).filter((value) => traitsOf(parameter).isInData(value));
  return values.filter((value) => value !== initial).map((value) => ({ [id]: value }));
}

interface PlannedScenario extends Pick<Arm, 'words'> {
  values: Values;
  /** Values of this scenario, values that all scenarios share, and overrides. */
  scenarioContext: Record<string, unknown>;
}

export interface PlannedScenarios extends Pick<
  QuestionInterpretation,
  'kind' | 'interpreted' | 'not_read' | 'coverage' | 'segments'
> {
  /** One, or the scenarios of a comparison, list or range. The first one answers the question. */
  scenarios: [PlannedScenario, ...PlannedScenario[]];
  goal: Reading['goal'];
}

/** The scenarios of a reading with the overrides, which take precedence, and the values that all scenarios share. */
export function scenariosOf(
  reading: Pick<Reading, 'values' | 'arms'>,
  overrides: Record<string, unknown> = {},
): Pick<PlannedScenarios, 'scenarios'> & Pick<Reading, 'values'> {
  const isOverridden = (parameter: string) => Object.hasOwn(overrides, parameter);
  const values = reading.values.filter(({ parameter }) => !isOverridden(parameter));
  const shared = Object.fromEntries(values.map(({ parameter, value }) => [parameter, value]));
  const arms = distinct(
    reading.arms.map(({ words, values: read }) => ({ words, values: without(read, isOverridden) })),
  );
  const [first, ...others] = (arms.length > 0 ? arms : [{ words: '', values: {} }]).map((arm) => ({
    ...arm,
    scenarioContext: { ...shared, ...arm.values, ...overrides },
  }));
  return { values, scenarios: [first!, ...others] };
}

export function plannedScenarios(
  definition: Pick<WorkflowDefinition, 'scenario'>,
  reading: Reading,
  overrides: Record<string, unknown> = {},
): PlannedScenarios {
  const { parameters } = definition.scenario;
  const isOverridden = (parameter: string) => Object.hasOwn(overrides, parameter);
  const { values, scenarios } = scenariosOf(reading, overrides);
  const [first] = scenarios;
  const notRead = reading.notRead.filter((one) => !one.parameters.some(isOverridden));
  const goal = reading.goal && !isOverridden(reading.goal.parameter) ? reading.goal : null;
  return {
    kind: reading.kind,
    scenarios,
    interpreted: [
      ...values,
      ...Object.entries(first.values).map(([parameter, value]) => ({
        parameter,
        value,
        words: first.words,
        source: 'read' as const,
      })),
      ...overridden(reading, overrides),
    ],
    not_read: notRead.map((one) => {
      const candidates = suggestions(parameters, one);
      const isSet = (id: string) => isOverridden(id) || values.some(({ parameter }) => parameter === id);
      return { ...one, candidates, nearest: candidates.length > 0 ? [] : nearestChanges(definition, one, isSet) };
    }),
    coverage: coverageOf(notRead, {
      isBaseline: scenarios.every((one) => isBaseline(definition, one)),
      hasGoal: goal !== null,
    }),
    segments: reading.segments,
    goal,
  };
}

function isBaseline(
  { scenario: { parameters } }: Pick<WorkflowDefinition, 'scenario'>,
  { scenarioContext }: PlannedScenario,
) {
  const defaults = new Map(parameters.map((one) => [one.id, one.default]));
  return Object.entries(scenarioContext).every(([id, value]) => value === defaults.get(id));
}

/**
 * The candidates that the service can suggest: values inside the calibrated range, and no guess of a direction. Words without an amount have
 * candidates of a number only if they have both greater and smaller ones.
 */
function suggestions(parameters: readonly Parameter[], { reason, candidates }: Reading['notRead'][number]): Values[] {
  const isSupported = ([id, value]: [string, number | string]) => {
    const parameter = numericParameters(parameters).find((one) => one.id === id);
    if (!parameter) return true;
    const hasSide = (sign: number) => candidates.some((one) => Math.sign(Number(one[id]) - parameter.default) === sign);
    const isGuess = reason === 'no_amount' && !(hasSide(-1) && hasSide(1));
    return traitsOf(parameter).isInData(value) && !isGuess;
  };
  return candidates.filter((candidate) => Object.entries(candidate).every(isSupported));
}

const without = (values: Values, isRemoved: (parameter: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([parameter]) => !isRemoved(parameter)));

function distinct<One extends { values: Values }>(arms: readonly One[]): One[] {
  const key = ({ values }: One) => JSON.stringify(Object.entries(values).sort());
  return arms.filter((arm, at) => arms.findIndex((other) => key(other) === key(arm)) === at);
}

/** The overrides with the words that they replace. A value that is no number and no text is invalid: the plan rejects it. */
function overridden(
  { values, arms, goal }: Reading,
  overrides: Record<string, unknown>,
): QuestionInterpretation['interpreted'] {
  const wordsOf = (parameter: string) =>
    values.find((one) => one.parameter === parameter)?.words ??
    arms.find((arm) => Object.hasOwn(arm.values, parameter))?.words ??
    (goal?.parameter === parameter ? goal.words : null);
  return Object.entries(overrides).map(([parameter, value]) => ({
    parameter,
    value: value as number | string,
    words: wordsOf(parameter),
    source: 'override',
  }));
}

/** The request that finds the value of a goal; null if the question has none, or the workflow cannot find it. */
export function suggestedGoal(
  definition: WorkflowDefinition,
  { goal, scenarios: [{ scenarioContext }] }: PlannedScenarios,
  { agentCount, seed }: { agentCount: number; seed: number },
): QuestionInterpretation['suggested'] {
  if (!goal) return null;
  const { parameter, objective, words } = goal;
  const parameters = [{ name: parameter }];
  if (!resolveGoal(definition, { parameters, objective, constraints: [] }).ok) return null;
  const scenario_context = scenarioContext as Values;
  const { workflow_id } = definition;
  const body = { workflow_id, agent_count: agentCount, seed, scenario_context, parameters, objective };
  return { method: 'POST', path: '/v1/goals', body, words };
}

const maxRequests = 10;

/** Scenarios that the question may mean: each one that was read, with each candidate of the words that were not read. */
export function possibleScenarios(
  definition: WorkflowDefinition,
  { scenarios, not_read }: PlannedScenarios,
): Record<string, unknown>[] {
  // Without values that the words may mean, the nearest ones follow the scenario without the words.
  const candidates = not_read.flatMap((one) => one.candidates);
  const nearest = not_read.flatMap((one) => one.nearest ?? []);
  const possible = scenarios.flatMap(({ scenarioContext }) =>
    (candidates.length > 0 ? candidates : [{}, ...nearest]).map((candidate) => ({ ...candidate, ...scenarioContext })),
  );
  const unique = new Map(possible.map((scenario) => [JSON.stringify(scenario), scenario]));
  return [...unique.values()].filter((scenario) => resolveScenario(definition, scenario).ok).slice(0, maxRequests);
}
