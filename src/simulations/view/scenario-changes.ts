import {
  baselineScenario,
  isChoice,
  isBaselineScenario,
  type Scenario,
  periodsOf,
  type Parameter,
  type ScenarioWarning,
  traitsOf,
} from '../../../model/definition.js';
import { seriesById } from './blocks.js';
import type { ViewInput } from './view-input.js';
import type { Series } from './view.schema.js';
import { changeText, outsideTheData, settingText } from '../result-words.js';

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

/** The parameters whose values differ from the reference. */
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
