import {
  baselineScenario,
  isChoice,
  isBaselineScenario,
  type Scenario,
  periodsOf,
  type Parameter,
  type ScenarioWarning,
  traitsOf,
  type WorkflowDefinition,
} from '../../../model/definition.js';
import { seriesById } from './blocks.js';
import type { ViewInput } from './view-input.js';
import type { Series } from './view.schema.js';
import { changeText, outsideTheData, settingText, scenarioText, scenarioTexts } from '../result-words.js';
import { capitalized, listOf } from './format-numbers.js';

/** The scenario with which a view compares its simulation: the baseline, or the other simulation of a comparison. */
export interface Reference {
  /** In sentences: `baseline`, `simulation A`. */
  label: string;
  /** In table heads: `Baseline`, `Simulation A`. */
  title: string;
  seriesTitle: string;
  /** `difference from the baseline`. */
  difference: string;
  isSimulation: boolean;
  series: Series;
  referenceSeries: Series;
  scenario: Scenario;
}

/** Returns null if there is nothing to compare with, because the scenario is the baseline. */
export function referenceOf({ definition, scenario, compared }: ViewInput): Reference | null {
  if (compared) {
    const [first, second] = comparedNames(definition, scenario, compared.scenario);
    return {
      label: first,
      title: 'Simulation A',
      seriesTitle: 'Simulation B',
      difference: 'difference, B minus A',
      isSimulation: true,
      series: { ...seriesById.scenario, label: second },
      referenceSeries: { ...seriesById.baseline, label: first },
      scenario: compared.scenario,
    };
  }
  if (isBaselineScenario(definition, scenario)) return null;
  return {
    label: 'the baseline',
    title: 'Baseline',
    seriesTitle: 'This scenario',
    difference: 'difference from the baseline',
    isSimulation: false,
    series: seriesById.scenario,
    referenceSeries: seriesById.baseline,
    scenario: baselineScenario(definition),
  };
}

/** Names of two compared simulations: the values of the only parameter that differs, or else `simulation A` and `simulation B`. */
function comparedNames({ scenario: { parameters } }: ViewInput['definition'], own: Scenario, other: Scenario) {
  const [parameter, ...others] = parameters.filter(({ id }) => own[id] !== other[id]);
  if (!parameter || others.length > 0) return ['simulation A', 'simulation B'] as const;
  const nameOf = (scenario: Scenario) => {
    const text = settingText(parameter, scenario[parameter.id]);
    return isChoice(parameter) ? `“${text}”` : `${parameter.label} ${text}`;
  };
  return [nameOf(other), nameOf(own)] as const;
}

/** Longer lists are in the section “Scenario” only. */
const maxListed = 3;

export function changedParameters({ definition, scenario }: ViewInput, reference: Reference | null): Parameter[] {
  if (reference === null) return [];
  return definition.scenario.parameters.filter(({ id }) => scenario[id] !== reference.scenario[id]);
}

/** The changed parameters that have effects: the first and the last period of a change have none themselves. */
export function changedCauses(input: ViewInput, reference: Reference | null): Parameter[] {
  const { from, until } = periodsOf(input.definition) ?? {};
  return changedParameters(input, reference).filter(({ id }) => id !== from && id !== until);
}

/** Lists the changes of a scenario: `Swissmetro fare 20% lower` from the baseline, `Swissmetro fare: 20% lower` in a comparison of two. */
export function changesText(
  parameters: readonly Parameter[],
  scenario: ViewInput['scenario'],
  { isSimulation }: Pick<Reference, 'isSimulation'>,
): string {
  const textOf = (one: Parameter) =>
    isSimulation
      ? `${one.label}: ${settingText(one, scenario[one.id])}${outsideSuffix(one, scenario[one.id])}`
      : `${changeText(one, scenario[one.id])}${outsideSuffix(one, scenario[one.id])}`;
  const listed = parameters.slice(0, maxListed).map(textOf);
  const left = parameters.length - listed.length;
  return [...listed, ...(left > 0 ? [`${left} more`] : [])].join(' · ');
}

/** States that the data do not contain a value; otherwise empty. */
export function outsideSuffix(parameter: Parameter, value: number | string | undefined): string {
  return traitsOf(parameter).isInData(value) ? '' : outsideTheData;
}

/** The warnings of the simulation and of the other simulation of a comparison, each parameter and value once. */
export function allWarnings({ warnings, compared }: ViewInput): ScenarioWarning[] {
  const keyOf = ({ parameter, value }: ScenarioWarning) => `${parameter} ${value}`;
  return [...new Map([...warnings, ...(compared?.warnings ?? [])].map((one) => [keyOf(one), one])).values()];
}

/**
 * What a result depends on, in words: the changed parameters and their periods, the groups of the question, and its words without effect. Of a
 * comparison, what both simulations share; empty if they share nothing.
 */
export function premiseOf(input: ViewInput, reference: Reference | null): string {
  const { definition, scenario, routedVia, compared, askedGroups } = input;
  const { from, until } = periodsOf(definition) ?? {};
  const changed = compared ? sharedChanges(input) : changedParameters(input, reference);
  const changes = changed.filter(({ id }) => id !== from && id !== until);
  const texts = scenarioTexts(
    changes.map((one) => ({
      id: one.id,
      value: scenario[one.id],
      text: `${changeText(one, scenario[one.id])}${outsideSuffix(one, scenario[one.id])}`,
    })),
    routedVia,
  );
  const period = changed.length > changes.length && changes.length > 0 ? [periodText(input)] : [];
  const limits = [...(compared ? [] : editTexts(definition)), ...period, ...(askedGroups?.labels ?? [])];
  // Alternatives can be edited without a parameter.
  if (reference && changes.length === 0) return capitalized([...limits, ...texts.unused].join(', '));
  return scenarioText({ ...texts, limits });
}

/** The parameters that differ from the baseline, and have the same value in both simulations. */
function sharedChanges({ definition, scenario, compared }: ViewInput): Parameter[] {
  const baseline = baselineScenario(definition);
  return definition.scenario.parameters.filter(
    ({ id }) => scenario[id] !== baseline[id] && scenario[id] === compared?.scenario[id],
  );
}

/** The alternatives that the scenario offers or leaves out: `Bolt 12 and Acme 9 in place of 1, 2 and 3`. */
function editTexts({ decision }: WorkflowDefinition): string[] {
  if (decision.family !== 'conditional_logit') return [];
  const labels = (side: string) =>
    listOf(decision.alternatives.filter(({ offered_in: own }) => own === side).map(({ label }) => label));
  const [added, removed] = [labels('scenario'), labels('baseline')];
  if (added && removed) return [`${added} in place of ${removed}`];
  if (added) return [`with ${added}`];
  return removed ? [`without ${removed}`] : [];
}

/** When the changes apply: `in purchases 1 to 2`. */
function periodText({ definition, scenario }: ViewInput): string {
  const { unit, number, from, until } = periodsOf(definition)!;
  const first = from === undefined ? 1 : Number(scenario[from]);
  const last = until === undefined ? number : Number(scenario[until]);
  return first === last ? `in ${unit.replace(/s$/, '')} ${first}` : `in ${unit} ${first} to ${last}`;
}
