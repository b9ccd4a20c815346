import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { isBaselineScenario } from '../../../definition/is-baseline.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { compileEquations } from '../../../model/compile-equations.js';
import type { DecisionOutput } from '../../../model/decision-family.js';
import { compileExplainer, explain, type Explanation } from '../../../model/explain.js';
import { type LinearModel, tasteState } from '../../../model/linear-model.js';
import { compileParameterEffects } from '../../../model/parameter-effects.js';
import { productContextOf } from '../../../model/products/compile-products.js';
import type { States } from '../../../model/products/evaluate-products.js';
import { type AgentRecord, columnFinder, recordReader } from '../../../transcript/agent-record.js';
import { describeAgent } from '../../../transcript/describe-agent.js';
import { describeBaseline, describeChoice } from '../../../transcript/describe-choice.js';
import { smallestChange, describeParameterChange } from '../../../transcript/describe-parameter-change.js';
import { describeSituation } from '../../../transcript/describe-situation.js';
import { type CounterfactualAgent, findParameterChanges } from '../../../transcript/find-parameter-changes.js';
import { ordinalWord } from '../../../transcript/number-words.js';
import { compileEffects, type Effects } from '../../../transcript/reasons/effects.js';
import { type Paragraph, type Sentence, sentence } from '../../../transcript/sentence.js';
import { switchingChanges } from '../crossings.js';
import { classColumn } from '../run.js';
import type { ConditionalLogit } from '../schema.js';
import { compileTastes } from '../tastes/compile-tastes.js';
import { ownDerivativeFunction } from '../tastes/own-derivatives.js';
import { describeAlternatives } from './describe-alternatives.js';
import { describeReasons } from './describe-reasons.js';

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
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const { alternatives } = decision;
  const isBaseline = isBaselineScenario(definition, scenario);
  const { read, areAllSolved } = explainedChoices(definition, model, scenario, decided);
  const compare = pairComparer(definition, model, scenario, decided);
  const describeClass = classDescriber(decision, decided);
  const nounOf = (outcome: number) => alternatives[outcome]!.noun;
  return (index) => {
    const { agent, choice, explanation, change } = read(index);
    const { outcome, baselineOutcome } = agent;
    const second = runnerUp(outcome, choice);
    const leadOf = (values: readonly number[]) => (second === undefined ? 0 : values[outcome]! - values[second]!);
    return [
      [...describeAgent(definition, scenario, agent), ...describeClass(index)],
      [
        ...describeAlternatives(decision, narrative, choice.available, explanation),
        ...describeSituation(definition, scenario, agent),
      ],
      ...(second === undefined
        ? []
        : [
            [describeRunnerUp(decision, outcome, second, choice)],
            ...describeReasons(
              decision,
              narrative,
              [scenario, agent],
              explanation,
              compare(index, explanation, outcome, second),
              { chosen: alternatives[outcome]!, other: alternatives[second]! },
            ),
          ]),
      describeChoice(narrative, nounOf, {
        outcome,
        predicted: best(choice.utilities, choice.available),
        second,
        lead: leadOf(choice.scores),
        explainedLead: leadOf(choice.utilities),
        probability: choice.probabilities[outcome]!,
      }),
      isBaseline
        ? []
        : [
            describeBaseline(narrative, nounOf(baselineOutcome), {
              outcome: baselineOutcome,
              isSame: baselineOutcome === outcome,
            }),
          ],
      describeParameterChange(definition, nounOf, change, areAllSolved),
    ];
  };
}

/** Returns a function that computes the effects on the difference in systematic utility between two alternatives. */
function pairComparer(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  scenario: Scenario,
  { columns }: Readonly<DecisionOutput>,
) {
  const { decision } = definition;
  const effectsOf = compileEffects(definition, compileEquations(model, productContextOf(definition), scenario));
  const derivativesOf = ownDerivativeFunction(compileTastes(decision), model);
  const columnOf = columnFinder(columns);
  const classes = decision.classes && columnOf(classColumn).values;
  const valuesOf = new Map(
    (model.tastes ?? []).map((id) => [
      model.coefficients.findIndex((coefficient) => coefficient.id === id),
      columnOf(tasteState(id)).values,
    ]),
  );
  return (index: number, explanation: Explanation, chosen: number, other: number): Effects => {
    const signs = model.equations.map((_, k) => Number(k === chosen) - Number(k === other));
    const ownDerivatives = (coefficient: number) =>
      derivativesOf(coefficient, classes?.[index] ?? 0, valuesOf.get(coefficient)![index]!);
    return effectsOf(explanation, { signs, ownDerivatives });
  };
}

/** States the alternative that the reasons compare with the chosen one, and its ranks. */
function describeRunnerUp(
  { alternatives }: ConditionalLogit,
  chosen: number,
  other: number,
  { available, utilities }: Choice,
): Sentence {
  const systematicRank = 1 + utilities.filter((utility, k) => available[k] && utility > utilities[other]!).length;
  const ranks =
    systematicRank === 2
      ? 'second by systematic utility and second with the random errors'
      : `${ordinalWord(systematicRank)} by systematic utility, but second with the random errors`;
  return sentence('runner_up', `the runner-up is ${alternatives[other]!.noun}, ${ranks}`, {
    chosen,
    other,
    systematicRank,
  });
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
): (index: number) => Sentence[] {
  if (!classes) return () => [];
  const { values } = columnFinder(columns)(classColumn);
  return (index) => {
    const { id, phrase } = classes[values[index]!]!;
    return [sentence('latent_class', phrase, { latentClass: id })];
  };
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
  const others = available.map((isOpen, k) => isOpen && k !== chosen);
  return others.includes(true) ? best(scores, others) : undefined;
}

/** Index of the greatest value among the available alternatives, of which there is at least one. */
function best(values: readonly number[], available: readonly boolean[]): number {
  let position = available.indexOf(true);
  values.forEach((value, k) => {
    if (available[k] && value > values[position]!) position = k;
  });
  return position;
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
