import { type WorkflowOf } from '../../../definition/definition.schema.js';
import { type Scenario } from '../../../definition/scenario.schema.js';
import { compileExplainer, explain } from '../../../model/explain.js';
import { compileLevers } from '../../../model/levers.js';
import { type LinearModel, tasteState } from '../../../model/linear-model.js';
import { type States } from '../../../model/products/evaluate-products.js';
import { type AgentRecord, columnFinder, recordReader } from '../../../transcript/agent-record.js';
import { type Tippable, tipsOf } from '../../../transcript/find-tips.js';
import { isBaselineScenario } from '../../../definition/is-baseline.js';
import { tellBaseline, tellChoice } from '../../../transcript/tell-choice.js';
import { smallestTip, tellLever } from '../../../transcript/tell-lever.js';
import { tellPerson } from '../../../transcript/tell-person.js';
import { tellSituation } from '../../../transcript/tell-situation.js';
import { asSentence } from '../../../transcript/template.js';
import { type Decided } from '../../../model/decision-family.js';
import { tippingChanges } from '../crossings.js';
import { classColumn } from '../run.js';
import { type ConditionalLogit } from '../schema.js';
import { describeAlternatives } from './describe-alternatives.js';
import { describeReasons } from './describe-reasons.js';
import { productContextOf } from '../../../model/products/compile-products.js';

/** What the columns say of one agent's choice, by alternative. */
interface Choice {
  readonly available: readonly boolean[];
  readonly scores: readonly number[];
  readonly utilities: readonly number[];
  readonly errors: readonly number[];
  readonly probabilities: readonly number[];
}

/** Who it is, what it saw, what it weighed, what it chose, what it did at the baseline, what would have changed its mind. */
export function choiceTranscriber(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<Decided>,
): (index: number) => string[] {
  const { decision, narrative } = definition;
  const { alternatives } = decision;
  const isBaseline = isBaselineScenario(definition, scenario);
  const { read, areAllSolved } = explainedChoices(definition, model, scenario, decided);
  const tellClass = classDescriber(decision, decided);
  return (index) => {
    const { agent, choice, explanation, tip } = read(index);
    const second = runnerUp(agent.outcome, choice);
    const chosen = alternatives[agent.outcome]!;
    const other = second === undefined ? undefined : alternatives[second]!;
    const leadOf = (of: readonly number[]) => (second === undefined ? 0 : of[agent.outcome]! - of[second]!);
    return [
      [tellPerson(definition, scenario, agent), ...tellClass(agent.index)].join(' '),
      [
        ...describeAlternatives(decision, narrative, choice.available, explanation),
        ...tellSituation(definition, scenario, agent),
      ].join(' '),
      ...(other ? describeReasons(decision, narrative, explanation, { chosen, other }) : []),
      tellChoice(narrative, {
        outcome: chosen,
        second: other,
        lead: leadOf(choice.scores),
        knownLead: leadOf(choice.utilities),
        probability: choice.probabilities[agent.outcome]!,
      }),
      ...(isBaseline
        ? []
        : [tellBaseline(narrative, alternatives[agent.baselineOutcome]!, agent.baselineOutcome === agent.outcome)]),
      tellLever(definition, alternatives, tip, areAllSolved),
    ];
  };
}

/** Reads agents with what they weighed, and the smallest change that would have changed their mind. */
export function explainedChoices(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  scenario: Scenario,
  { columns }: Readonly<Decided>,
) {
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const levers = compileLevers(definition, model, context, scenario);
  const readAgent = recordReader(definition, scenario, columns);
  const readChoice = choiceReader(definition.decision, columns);
  const readTastes = tasteReader(model, columns);
  return {
    areAllSolved: levers.every(({ kind }) => kind !== 'unsolved'),
    read: (index: number) => {
      const agent = readAgent(index);
      const choice = readChoice(index);
      const states = readTastes(index);
      const explanation = explain(explainer, agent.person, agent.assigned, states);
      const tippable = { agent, explanation, states, ...choiceAlong(agent, choice) };
      const tips = levers.flatMap((lever) => tipsOf(lever, tippable, definition, explainer.equations, scenario));
      return { agent, choice, explanation, tip: smallestTip(tips) };
    },
  };
}

/** What an agent of a latent class says of itself. */
function classDescriber({ classes }: ConditionalLogit, { columns }: Readonly<Decided>): (index: number) => string[] {
  if (!classes) return () => [];
  const { values } = columnFinder(columns)(classColumn);
  return (index) => [asSentence(classes[values[index]!]!.phrase)];
}

/** The agent's own coefficients. */
function tasteReader({ tastes = [] }: LinearModel, columns: Decided['columns']): (index: number) => States {
  const named = columnFinder(columns);
  const own = tastes.map((id) => named(tasteState(id)));
  return (index) => Object.fromEntries(own.map(({ name, values }) => [name, values.subarray(index, index + 1)]));
}

function choiceReader({ alternatives }: ConditionalLogit, columns: Decided['columns']): (index: number) => Choice {
  const named = columnFinder(columns);
  const [available, utilities, errors, probabilities] = ['available', 'utility', 'error', 'probability'].map((prefix) =>
    alternatives.map(({ id }) => named(`${prefix}.${id}`)),
  );
  return (index) => {
    const at = (of: typeof available) => of!.map((column) => column.values[index]!);
    const [utility, error] = [at(utilities), at(errors)];
    return {
      available: at(available).map((value) => value === 1),
      utilities: utility,
      errors: error,
      scores: utility.map((value, k) => value + error[k]!),
      probabilities: at(probabilities),
    };
  };
}

/** The available alternative other than the one chosen with the greatest utility plus error; nothing where there is none. */
function runnerUp(chosen: number, { available, scores }: Choice): number | undefined {
  let best: number | undefined;
  scores.forEach((score, k) => {
    if (k !== chosen && available[k] && (best === undefined || score > scores[best]!)) best = k;
  });
  return best;
}

/** What the agent takes at other utilities, and where straight lines of them cross. */
function choiceAlong(agent: AgentRecord, { available, errors }: Choice): Pick<Tippable, 'outcomeOf' | 'solveLines'> {
  const open = available.flatMap((isOpen, k) => (isOpen ? [k] : []));
  return {
    outcomeOf: (utilities) =>
      open.reduce((best, k) => (utilities[k]! + errors[k]! > utilities[best]! + errors[best]! ? k : best), open[0]!),
    solveLines: (now, slopes) =>
      tippingChanges(
        open.map((k) => ({ score: now[k]! + errors[k]!, slope: slopes[k]! })),
        open.indexOf(agent.outcome),
      ),
  };
}
