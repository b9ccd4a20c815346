import {
  baselineScenario,
  type Evidence,
  isChoice,
  isRandomized,
  type NumericParameter,
  type Parameter,
  type WorkflowDefinition,
} from '../../definition.js';
import { largestPart, missingParts } from '../../summary/errors.js';
import { compareRuns } from '../../simulation/compare-runs.js';
import { zScore95 } from '../../math/student.js';
import { type Run, simulations, simulationSeed } from '../evidence/contrasts.js';
import { decimals6 } from '../evidence/round.js';
import { asObserved } from '../../authoring/variables/parameters.js';
import { namedFigures, observedInterval } from './figures.js';
import type { FitEffect } from './result.schema.js';

const maxAgents = 2_000;
/** Each needs one or two simulations. */
const maxEffects = 60;

type Values = Record<string, number | string>;
interface Change {
  readonly parameter: Parameter;
  readonly label: string;
  readonly scenario: Values;
  readonly compared: Values;
}

/**
 * Simulates the change of the headline figure with each parameter: each option compared with the first one, and a typical change of a number
 * compared with the baseline. The agents and their random errors are the same in both scenarios.
 */
export function effectsOf(definition: WorkflowDefinition): FitEffect[] {
  const agentCount = Math.min(definition.population.recommended_agent_count, maxAgents);
  const baseline = baselineScenario(definition);
  const runOf = simulations(definition, agentCount);
  return definition.scenario.parameters
    .flatMap((parameter) => changesOf(parameter, definition.evidence))
    .slice(0, maxEffects)
    .map((change) => {
      const [own, other] = [change.scenario, change.compared].map((values) => runOf({ ...baseline, ...values }));
      const { figure, ...effect } = differenceOf(definition, change.parameter, own!, other!);
      return {
        parameter: change.parameter.id,
        label: change.label,
        is_randomized: isRandomized(change.parameter, definition.evidence),
        ...effect,
        scenario: change.scenario,
        compared_with: change.compared,
        held_out: heldOutEffect(definition, change, figure),
        figure,
      };
    });
}

/** Values of a number that the data compare with its default, otherwise the ends of its range. */
function comparedValues({ id, default: baseline, calibrated_range: range }: NumericParameter, evidence: Evidence) {
  const tested = [...(evidence.contrasts ?? []), ...(evidence.hold_out.effects ?? [])].flatMap((effect) =>
    effect.parameter === id && effect.against === String(baseline) ? [Number(effect.option)] : [],
  );
  const values = tested.length > 0 ? tested : range;
  return [...new Set(values)].filter((value) => Number.isFinite(value) && value !== baseline);
}

function changesOf(parameter: Parameter, evidence: Evidence): Change[] {
  const { id, label } = parameter;
  if (!isChoice(parameter)) {
    const { default: neutral, typical_change: step, unit } = parameter;
    if (step === undefined)
      return comparedValues(parameter, evidence).map((value) => ({
        parameter,
        label: `${label}: ${value} compared with ${neutral}`,
        scenario: { [id]: value },
        compared: {},
      }));
    const after = Number((neutral + step).toPrecision(6));
    const isFactor = neutral === 1 && step < 1;
    const size = isFactor ? `${Math.round(100 * step)}% higher` : `${after - neutral} ${unit} more`;
    return [{ parameter, label: `${label}: ${size}`, scenario: { [id]: after }, compared: {} }];
  }
  const [first, ...others] = parameter.options.filter((option) => option.id !== asObserved);
  return others.map((option) => ({
    parameter,
    label: `${label}: ${option.label} compared with ${first!.label}`,
    scenario: { [id]: option.id },
    compared: { [id]: first!.id },
  }));
}

function differenceOf(definition: WorkflowDefinition, parameter: Parameter, own: Run, other: Run) {
  const compared = compareRuns(definition, simulationSeed, own, other);
  // Both simulations have the same agents, so that they can always be compared.
  if (!compared.ok) throw new Error(`two simulations of one definition have ${compared.reason}`);
  const { outcomes, outcome_groups: groups, measures } = compared.summary;
  const all = [...outcomes, ...groups, ...measures];
  const { decision, headline_outcome: headline } = definition;
  // An amount asked changes no amount, but the share that pays it.
  const isAsked = decision.family === 'willingness_to_pay' && decision.price === parameter.id;
  const found = isAsked ? outcomes.at(-1)! : (all.find(({ id }) => id === headline) ?? measures[0] ?? outcomes.at(-1)!);
  const { id, difference, difference_interval: interval, difference_errors: errors } = found;
  const figure = namedFigures(definition).get(id)!;
  return {
    figure: figure.id,
    figure_label: figure.label,
    unit: figure.unit,
    simulated: decimals6(difference),
    interval: interval && ([decimals6(interval[0]), decimals6(interval[1])] as [number, number]),
    missing_parts: missingParts(errors),
    largest_part: largestPart(errors),
    is_distinguishable:
      difference !== 0 && errors.estimation !== null && Math.abs(difference) > zScore95 * errors.estimation,
  };
}

/** Finds the difference in the held-out rows between the two options of a change. */
function heldOutEffect({ evidence }: WorkflowDefinition, change: Change, figure: string): FitEffect['held_out'] {
  const { id } = change.parameter;
  const found = evidence.hold_out.effects?.find(
    ({ parameter, option, against, outcome, measure, among }) =>
      parameter === id &&
      option === String(change.scenario[id]) &&
      against === String(change.compared[id] ?? change.parameter.default) &&
      (outcome ?? measure) === figure &&
      among === undefined,
  );
  if (!found) return null;
  const { observed, observed_standard_error: error, predicted } = found;
  return { observed, interval: observedInterval(observed, error, false), predicted };
}
