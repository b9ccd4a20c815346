import type { WorkflowOf } from '../../../definition/definition.schema.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { compileExplainer, explain } from '../../../model/explain.js';
import { compileParameterEffects } from '../../../model/parameter-effects.js';
import { type LinearModel, tasteState } from '../../../model/linear-model.js';
import type { States } from '../../../model/products/evaluate-products.js';
import { type AgentRecord, columnFinder, recordReader } from '../../../transcript/agent-record.js';
import { type CounterfactualAgent, findParameterChanges } from '../../../transcript/find-parameter-changes.js';
import { isBaselineScenario } from '../../../definition/is-baseline.js';
import { describeBaseline, describeChoice } from '../../../transcript/describe-choice.js';
import { smallestChange, describeParameterChange } from '../../../transcript/describe-parameter-change.js';
import { describeAgent } from '../../../transcript/describe-agent.js';
import { describeSituation } from '../../../transcript/describe-situation.js';
import { asSentence } from '../../../transcript/template.js';
import type { DecisionOutput } from '../../../model/decision-family.js';
import { switchingChanges } from '../crossings.js';
import { classColumn } from '../run.js';
import type { ConditionalLogit } from '../schema.js';
import { describeAlternatives } from './describe-alternatives.js';
import { describeReasons } from './describe-reasons.js';
import { productContextOf } from '../../../model/products/compile-products.js';

/** Columns of one agent, by alternative. `scores` are utilities plus errors. */
interface Choice {
  readonly available: readonly boolean[];
  readonly scores: readonly number[];
  readonly utilities: readonly number[];
  readonly errors: readonly number[];
  readonly probabilities: readonly number[];
}

/**
 * Returns a function that writes the transcript of an agent: introduction, alternatives, reasons, choice, choice at the baseline, and the
 * smallest change of a parameter that would have changed the choice.
 */
export function choiceTranscriber(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => string[] {
  const { decision, narrative } = definition;
  const { alternatives } = decision;
  const isBaseline = isBaselineScenario(definition, scenario);
  const { read, areAllSolved } = explainedChoices(definition, model, scenario, decided);
  const describeClass = classDescriber(decision, decided);
  return (index) => {
    const { agent, choice, explanation, change } = read(index);
    const second = runnerUp(agent.outcome, choice);
    const chosen = alternatives[agent.outcome]!;
    const other = second === undefined ? undefined : alternatives[second]!;
    const leadOf = (values: readonly number[]) => (second === undefined ? 0 : values[agent.outcome]! - values[second]!);
    return [
      [describeAgent(definition, scenario, agent), ...describeClass(agent.index)].join(' '),
      [
        ...describeAlternatives(decision, narrative, choice.available, explanation),
        ...describeSituation(definition, scenario, agent),
      ].join(' '),
      ...(other ? describeReasons(decision, narrative, explanation, { chosen, other }) : []),
      describeChoice(narrative, {
        outcome: chosen,
        second: other,
        lead: leadOf(choice.scores),
        explainedLead: leadOf(choice.utilities),
        probability: choice.probabilities[agent.outcome]!,
      }),
      ...(isBaseline
        ? []
        : [describeBaseline(narrative, alternatives[agent.baselineOutcome]!, agent.baselineOutcome === agent.outcome)]),
      describeParameterChange(definition, alternatives, change, areAllSolved),
    ];
  };
}

/** Returns a reader of agents with their choice, its explanation and the smallest change of a parameter that would have changed it. */
export function explainedChoices(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  scenario: Scenario,
  { columns }: Readonly<DecisionOutput>,
) {
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const effects = compileParameterEffects(definition, model, context, scenario);
  const readAgent = recordReader(definition, scenario, columns);
  const readChoice = choiceReader(definition.decision, columns);
  const readTastes = tasteReader(model, columns);
  return {
    areAllSolved: effects.every(({ kind }) => kind !== 'unsolved'),
    read: (index: number) => {
      const agent = readAgent(index);
      const choice = readChoice(index);
      const states = readTastes(index);
      const explanation = explain(explainer, agent.attributeTable, agent.assigned, states);
      const counterfactual = { agent, explanation, states, ...choiceAlong(agent, choice) };
      const changes = effects.flatMap((effect) =>
        findParameterChanges(effect, counterfactual, definition, explainer.equations, scenario),
      );
      return { agent, choice, explanation, change: smallestChange(changes) };
    },
  };
}

/** Returns a function that describes the latent class of an agent; nothing without classes. */
function classDescriber(
  { classes }: ConditionalLogit,
  { columns }: Readonly<DecisionOutput>,
): (index: number) => string[] {
  if (!classes) return () => [];
  const { values } = columnFinder(columns)(classColumn);
  return (index) => [asSentence(classes[values[index]!]!.phrase)];
}

/** Returns a function that reads the own coefficients of an agent. */
function tasteReader({ tastes = [] }: LinearModel, columns: DecisionOutput['columns']): (index: number) => States {
  const columnOf = columnFinder(columns);
  const own = tastes.map((id) => columnOf(tasteState(id)));
  return (index) => Object.fromEntries(own.map(({ name, values }) => [name, values.subarray(index, index + 1)]));
}

function choiceReader(
  { alternatives }: ConditionalLogit,
  columns: DecisionOutput['columns'],
): (index: number) => Choice {
  const columnOf = columnFinder(columns);
  const [available, utilities, errors, probabilities] = ['available', 'utility', 'error', 'probability'].map((prefix) =>
    alternatives.map(({ id }) => columnOf(`${prefix}.${id}`)),
  );
  return (index) => {
    const valuesOf = (columnsOfKind: typeof available) => columnsOfKind!.map((column) => column.values[index]!);
    const [utility, error] = [valuesOf(utilities), valuesOf(errors)];
    return {
      available: valuesOf(available).map((value) => value === 1),
      utilities: utility,
      errors: error,
      scores: utility.map((value, k) => value + error[k]!),
      probabilities: valuesOf(probabilities),
    };
  };
}

/** Available alternative with the second greatest utility plus error; undefined if only one is available. */
function runnerUp(chosen: number, { available, scores }: Choice): number | undefined {
  let best: number | undefined;
  scores.forEach((score, k) => {
    if (k !== chosen && available[k] && (best === undefined || score > scores[best]!)) best = k;
  });
  return best;
}

/** Functions that compute the choice at other utilities and the changes at which linear utilities cross. */
function choiceAlong(
  agent: AgentRecord,
  { available, errors }: Choice,
): Pick<CounterfactualAgent, 'outcomeOf' | 'solveLines'> {
  const open = available.flatMap((isOpen, k) => (isOpen ? [k] : []));
  return {
    outcomeOf: (utilities) =>
      open.reduce((best, k) => (utilities[k]! + errors[k]! > utilities[best]! + errors[best]! ? k : best), open[0]!),
    solveLines: (now, slopes) =>
      switchingChanges(
        open.map((k) => ({ score: now[k]! + errors[k]!, slope: slopes[k]! })),
        open.indexOf(agent.outcome),
      ),
  };
}
