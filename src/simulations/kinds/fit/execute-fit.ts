import { CalibrationError } from '../../../../model/fitting/calibration-error.js';
import { parseRecipe, type CalibrationRecipe } from '../../../../model/authoring/recipe/parse-recipe.js';
import { SpecError } from '../../../../model/authoring/spec-error.js';
import { expandSpec } from '../../../../model/authoring/expand-spec.js';
import { parseSpec } from '../../../../model/authoring/parse-spec.js';
import { canonicalJson, sha256 } from '../../../common/crypto.js';
import { datasetTable } from '../../../datasets/content/dataset-table.js';
import {
  EngineError,
  type WorkflowDefinition,
  baselineScenario,
  resolveScenario,
} from '../../../../model/definition.js';
import { withoutRows, parseDefinition, simulate } from '../../../../model/simulate.js';
import { compressText } from '../../../common/compression.js';
import { RunFailure } from '../../failure-codes.js';
import type { RunOutput, RunTask } from '../../run.kind.js';
import { type FitPlan, fitSteps } from './request.schema.js';
import { choiceResults } from '../../../../model/analyses.js';
import { calibrate } from '../../../../model/fitting/calibrate.js';
import type { Calibration } from '../../../../model/fitting/calibration.js';
import { calibrationResult } from '../../../../model/fitting/results/calibration-result.js';
import type { Expansion, ExpectedReading } from '../../../../model/authoring/assemble.js';
import type { FitResult } from './result.schema.js';
import type { FitWarning } from '../../../../model/fitting/results/result.schema.js';
import { readQuestion } from '../../../../questions/read-question.js';
import { askedOutcome } from '../../../../questions/asked-outcome.js';
import { chooseHeadline, headlineOf } from '../../headline.js';
import { headlineTexts } from '../../view/headline-text.js';
import { referenceOf } from '../../view/scenario-changes.js';
import type { ViewInput } from '../../view/view-input.js';

const unexpected =
  'The service cannot fit this model to these data because of an unexpected error. Simplify the formula, and contact support.';

/**
 * Fits the spec of a plan to the dataset of the task.
 *
 * @throws RunFailure, EngineError with a stable code if the data cannot identify the model
 */
export function executeFit({ spec, calibrated_on: calibratedOn }: FitPlan, task: RunTask): RunOutput {
  if (!task.input) throw new Error('the task of a fit has no dataset');
  try {
    const expansion = expandSpec(parseSpec(spec), datasetTable(task.input));
    const recipe = parseRecipe(expansion.recipe);
    const result = fitSpec({
      recipe,
      expansion,
      calibratedOn,
      ...(task.onProgress && { onStep: task.onProgress }),
    });
    const { definition, people } = withoutRows(result.definition);
    const stored = { ...result, definition };
    const digest = sha256(canonicalJson(stored)).toString('hex');
    const sample = people && {
      digest: definition.population.sample!.digest,
      content: compressText(JSON.stringify(people)),
    };
    return { result: stored, digest, people: [], ...(sample && { sample }) };
  } catch (error) {
    if (error instanceof CalibrationError) throw new RunFailure(error.code, error.message);
    // The spec was checked with the same data when the fit was created. Only ranges depend on the calibration.
    if (error instanceof SpecError) throw new RunFailure('invalid_spec', error.message);
    if (error instanceof EngineError) throw error;
    // Another run would fail too. The message can contain values of the dataset, which are never logged.
    throw new RunFailure('fit_failed', unexpected);
  }
}

export interface FitInput {
  readonly recipe: CalibrationRecipe;
  readonly expansion: Pick<Expansion, 'table' | 'questions'>;
  /** Date of the fit (YYYY-MM-DD). */
  readonly calibratedOn: string;
  /** Called after each of the {@link fitSteps}. */
  readonly onStep?: (done: number) => void;
}

/** Result of a fit, with the definition whose example questions are read as intended. */
export type DescribedFit = FitResult & { readonly definition: WorkflowDefinition };

/**
 * Fits an expanded spec and describes the result. Pure.
 *
 * @throws DataError, CalibrationError, SpecError: see `calibrate`
 */
export function fitSpec({ recipe, expansion, calibratedOn, onStep }: FitInput): DescribedFit {
  onStep?.(1);
  const calibration = calibrate({ recipe, data: expansion.table, calibratedOn });
  onStep?.(2);
  return describeFit(calibration, expansion.questions, onStep);
}

/** Describes a fit of respondents. The command line and the API use it. Pure. */
export function describeFit(
  calibration: Calibration,
  questions: Expansion['questions'],
  onStep?: FitInput['onStep'],
): DescribedFit {
  const { warnings, ...described } = calibrationResult(calibration);
  onStep?.(3);
  const { read, examples, warnings: unread } = readBack(calibration.definition, questions);
  const { routing, ...whole } = calibration.definition;
  const definition = parseDefinition({ ...whole, routing: { ...routing, examples } });
  const answers = sampleAnswers(definition, read);
  const choice = choiceResults(calibration.definition);
  onStep?.(fitSteps);
  return { ...described, choice, warnings: [...warnings, ...unread], answers, definition };
}

/** The example questions that the workflow reads as intended, and warnings about the others. */
export interface ReadBack {
  readonly read: readonly ExpectedReading[];
  /** Example questions of the definition without those that are read differently. */
  readonly examples: readonly string[];
  readonly warnings: readonly FitWarning[];
}

/** Reads each inferred question as a user's question. A question that sets other values than intended must not be an example. */
export function readBack(definition: WorkflowDefinition, questions: readonly ExpectedReading[]): ReadBack {
  const read = questions.filter((one) => isRead(definition, one));
  const others = questions.filter((one) => !read.includes(one));
  const unread = new Set(others.map(({ question }) => question));
  const left = definition.routing.examples.filter((question) => !unread.has(question));
  return {
    read,
    examples: left.length > 0 ? left : [`What does “${definition.name}” predict?`],
    warnings: others.map(({ question, scenario }) => ({
      code: 'question_not_read',
      message: `This question is not an example of the workflow, because the service reads it differently: ${question} Give ${labelsOf(definition, scenario)} or its values other labels.`,
    })),
  };
}

function isRead(definition: WorkflowDefinition, { question, scenario }: ExpectedReading): boolean {
  const { values, arms, goal, notRead } = readQuestion(definition, question);
  if (arms.length > 0 || goal || notRead.length > 0 || values.length !== Object.keys(scenario).length) return false;
  return values.every(({ parameter, value }) => isEqual(value, scenario[parameter]));
}

/** A change such as `10%` can differ from its product in the last digit. */
function isEqual(read: string | number, expected: string | number | undefined): boolean {
  return typeof read === 'number' && typeof expected === 'number'
    ? Math.abs(read - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
    : read === expected;
}

function labelsOf({ scenario: { parameters } }: WorkflowDefinition, scenario: ExpectedReading['scenario']): string {
  const labels = parameters.filter(({ id }) => id in scenario).map(({ label }) => `“${label}”`);
  return labels.join(' and ') || 'the parameter';
}

const maxAnswers = 3;
const maxAgents = 5_000;
const seed = 1;

/** Simulates the answers to up to three questions, of different parameters if there are several. Without questions, of the baseline. */
export function sampleAnswers(
  definition: WorkflowDefinition,
  questions: readonly ExpectedReading[],
): FitResult['answers'] {
  const [baseline] = definition.routing.examples;
  const asked = questions.length > 0 ? questions : [{ question: baseline!, scenario: {} }];
  const parameterOf = ({ scenario }: ExpectedReading) => Object.keys(scenario).join();
  const firsts = asked.filter((one, at) => asked.findIndex((other) => parameterOf(other) === parameterOf(one)) === at);
  const ordered = [...firsts, ...asked.filter((one) => !firsts.includes(one))];
  return ordered.slice(0, maxAnswers).flatMap((one) => answerOf(definition, one) ?? []);
}

function answerOf(
  definition: WorkflowDefinition,
  { question, scenario: values }: ExpectedReading,
): FitResult['answers'][number] | undefined {
  const resolved = resolveScenario(definition, values);
  if (!resolved.ok) return undefined;
  const { scenario, warnings } = resolved;
  const agentCount = Math.min(definition.population.recommended_agent_count, maxAgents);
  const { summary, digest } = simulate({ definition, scenario, seed, agentCount });
  const request = { scenario, reference: baselineScenario(definition), asked: askedOutcome(definition, question, []) };
  const answered = { ...summary, headline: chooseHeadline(definition, request, summary) };
  const input: ViewInput = {
    ...{ id: '', name: null, completedAt: '', definition, definitionDigest: '', engineVersion: null },
    ...{ adjustments: null, scenario, warnings: [...warnings], seed, agentCount, digest, summary: answered },
    ...{ routedVia: null, agents: null, indicators: null, effects: null, compared: null, selection: null },
  };
  const [headline] = headlineTexts(input, referenceOf(input));
  const { kind, figure } = headlineOf(definition, answered);
  return {
    question,
    scenario_context: { ...values },
    headline: headline!,
    figure: figure.id,
    value: kind === 'share' ? figure.share : figure.mean,
    interval: figure.interval && [...figure.interval],
    difference: figure.difference,
    difference_interval: figure.difference_interval && [...figure.difference_interval],
  };
}
