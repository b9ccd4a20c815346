import { changedValues, settingText, parametersOf } from '../../parameter-form';
import type { CaseStudy } from '../../workflow/use-workflow';

export interface NamedSimulation {
  id: string;
  name?: string | null;
  workflow_id: string;
  scenario_context: Record<string, number | string>;
  routed_via: { question: string } | null;
}

/** The letter of a simulation in a comparison: A is the first one. */
export function letterOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/** Name, question, or the values that differ from the defaults. */
export function simulationText(simulation: NamedSimulation, workflow: CaseStudy | undefined): string {
  return simulation.name ?? simulation.routed_via?.question ?? scenarioText(simulation, workflow);
}

/** "Train fare: 20% lower", or "Baseline". */
export function scenarioText(
  { workflow_id, scenario_context }: NamedSimulation,
  workflow: CaseStudy | undefined,
): string {
  if (!workflow) return workflow_id;
  const parameters = parametersOf(workflow);
  const changed = Object.entries(changedValues(parameters, scenario_context)).flatMap(([id, value]) => {
    const parameter = parameters.find((each) => each.id === id);
    return parameter ? [`${parameter.label}: ${settingText(parameter, value)}`] : [];
  });
  return changed.length === 0 ? 'Baseline' : changed.join(', ');
}
