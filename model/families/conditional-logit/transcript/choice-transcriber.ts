import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { isBaselineScenario } from '../../../definition/resolve-scenario.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import type { CompiledEquations } from '../../../equations/compile-equations.js';
import type { DecisionOutput } from '../../../equations/decision-family.js';
import type { Explanation } from '../../../equations/evaluate-equations.js';
import { type LinearModel, tasteState } from '../../../equations/linear-model.js';
import type { States } from '../../../equations/products/evaluate-products.js';
import { transcriptParts } from '../../../transcript/transcript-parts.js';
import { describeBaseline, describeChoice } from '../../../transcript/describe-choice.js';
import { parameterChangeDescriber } from '../../../transcript/parameter-changes.js';
import { type CounterfactualAgent, parameterChangeFinder } from '../../../transcript/find-parameter-changes.js';
import { ordinalWord, type Paragraph, type Sentence, sentence } from '../../../transcript/template.js';
import { compileEffects, type Effects } from '../../../transcript/reasons/effects.js';
import { columnFinder } from '../../../transcript/stored-agents.js';
import { classColumn } from '../conditional-logit.run.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';
import { compileTastes } from '../tastes/compile-tastes.js';
import { ownDerivativeFunction } from '../tastes/draw-tastes.js';
import { alternativeDescriber, reasonDescriber } from './describe-reasons.js';
import { lastPeriodOf } from './last-period.js';

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
  requested: Scenario,
  output: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const { alternatives } = decision;
  const isBaseline = isBaselineScenario(definition, requested);
  const last = lastPeriodOf(definition, model, requested, output);
  const { scenario, decided } = last ?? { scenario: requested, decided: output };
  const { read, ...parts } = explainedChoices(definition, model, scenario, decided);
  const { agents, explainer, outcomeText } = parts;
  const compare = pairComparer(definition, explainer.equations, decided);
  const nounOf = (outcome: number) => alternatives[outcome]!.noun;
  const describeClass = classDescriber(decision, decided);
  const describeAlternatives = alternativeDescriber(decision, narrative, explainer);
  const describeReasons = reasonDescriber(decision, narrative, explainer, parts.texts);
  const describeParameterChange = parameterChangeDescriber(definition, outcomeText, nounOf, parts.areAllSolved);
  return (index) => {
    const { choice, explanation, change } = read(index);
    const [outcome, baselineOutcome] = [agents.outcomes[index]!, agents.baselineOutcomes[index]!];
    const second = runnerUp(outcome, choice);
    const leadOf = (values: readonly number[]) => (second === undefined ? 0 : values[outcome]! - values[second]!);
    return [
      ...(last ? [last.describePath(index, isBaseline)] : []),
      [...parts.describeAgent(index), ...describeClass(index)],
      [...describeAlternatives(choice.available, explanation), ...parts.describeSituation(index)],
      ...(second === undefined
        ? []
        : [
            [describeRunnerUp(decision, second, choice)],
            ...describeReasons({ index, explanation }, compare(index, explanation, outcome, second), outcome, second),
          ]),
      describeChoice(narrative, outcomeText, nounOf, {
        outcome,
        predicted: best(choice.utilities, choice.available),
        second,
        lead: leadOf(choice.scores),
        explainedLead: leadOf(choice.utilities),
        probability: choice.probabilities[outcome]!,
      }),
      isBaseline
        ? []
        : [describeBaseline(narrative, outcomeText, nounOf(baselineOutcome), baselineOutcome === outcome)],
      // A change of a parameter would also change the earlier choices.
      last ? [] : describeParameterChange(change),
    ];
  };
}

function pairComparer(
  definition: WorkflowOf<ConditionalLogit>,
  equations: CompiledEquations,
  { columns }: Readonly<DecisionOutput>,
) {
  const { decision } = definition;
  const { model } = equations;
  const effectsOf = compileEffects(definition, equations);
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
      derivativesOf(coefficient, classes?.[index] ?? 0, (position) => valuesOf.get(position)![index]!);
    return effectsOf(explanation, { signs, ownDerivatives });
  };
}

function describeRunnerUp(
  { alternatives }: ConditionalLogit,
  other: number,
  { available, utilities }: Choice,
): Sentence {
  const systematicRank = 1 + utilities.filter((utility, k) => available[k] && utility > utilities[other]!).length;
  const ranks =
    systematicRank === 2
      ? 'second by systematic utility and second with the random errors'
      : `${ordinalWord(systematicRank)} by systematic utility, but second with the random errors`;
  return sentence('runner_up', `the runner-up is ${alternatives[other]!.noun}, ${ranks}`);
}

/** Returns a reader of agents with their choice, its explanation and the smallest change of a parameter that would have changed it. */
export function explainedChoices(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  scenario: Scenario,
  { columns }: Readonly<DecisionOutput>,
) {
  const parts = transcriptParts(definition, model, scenario, columns);
  const readChoice = choiceReader(definition.decision, columns);
  const states = tasteStates(model, columns);
  const findChange = parameterChangeFinder(definition, scenario, parts);
  return {
    ...parts,
    /** The next call overwrites the explanation. */
    read: (index: number) => {
      const choice = readChoice(index);
      const outcome = parts.agents.outcomes[index]!;
      const explanation = parts.explain(index, states);
      const counterfactual = { index, outcome, explanation, states, ...choiceAlong(outcome, choice) };
      return { choice, explanation, change: findChange(counterfactual).smallest };
    },
  };
}

function classDescriber(
  { classes }: ConditionalLogit,
  { columns }: Readonly<DecisionOutput>,
): (index: number) => Sentence[] {
  if (!classes) return () => [];
  const { values } = columnFinder(columns)(classColumn);
  return (index) => {
    const { phrase } = classes[values[index]!]!;
    return [sentence('latent_class', phrase)];
  };
}

function tasteStates({ tastes = [] }: LinearModel, columns: DecisionOutput['columns']): States {
  const columnOf = columnFinder(columns);
  return Object.fromEntries(tastes.map((id) => [tasteState(id), columnOf(tasteState(id)).values]));
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
  outcome: number,
  { available, errors, scores }: Choice,
): Pick<CounterfactualAgent, 'outcomeOf' | 'solveLines'> {
  const open = available.flatMap((isOpen, k) => (isOpen ? [k] : []));
  return {
    outcomeOf: (utilities) => {
      let best = open[0]!;
      for (const k of open) if (utilities[k]! + errors[k]! > utilities[best]! + errors[best]!) best = k;
      return best;
    },
    solveLines: (slopes) =>
      switchingChanges(
        open.map((k) => ({ score: scores[k]!, slope: slopes[k]! })),
        open.indexOf(outcome),
      ),
  };
}

/** Utility of an available alternative as a linear function of a parameter. */
export interface Option {
  /** Utility plus error at the current value. */
  readonly score: number;
  /** Change of the score per unit of the parameter. */
  readonly slope: number;
}

/**
 * Nearest changes of a parameter, downward and upward, at which the choice switches: where the line of another option crosses the line of the
 * chosen one. A direction without a crossing is omitted. Unit: unit of the parameter.
 */
export function switchingChanges(options: readonly Option[], chosen: number): number[] {
  const own = options[chosen]!;
  let down: number | undefined;
  let up: number | undefined;
  for (const option of options) {
    if (option === own || option.slope === own.slope) continue;
    const change = (own.score - option.score) / (option.slope - own.slope);
    if (change < 0 && !(down! >= change)) down = change;
    if (change > 0 && !(up! <= change)) up = change;
  }
  return [down, up].filter((change) => change !== undefined);
}
