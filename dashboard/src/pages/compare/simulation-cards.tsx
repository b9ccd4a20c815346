import { changedValues, parametersOf, settingText } from '../../parameter-form/parameters';
import type { CaseStudy } from '../../workflow/use-workflow';
import { Link } from 'react-router';
import { Button } from '../../components/notice';
import { Time } from '../../components/data-table';
import { formatAgents } from '../../format/format';
import type { Simulation } from '../../results/figure';

type NamedSimulation = Pick<Simulation, 'name' | 'workflow_id' | 'scenario_context' | 'routed_via'>;

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

interface SimulationCardsProps {
  simulations: readonly Simulation[];
  workflow: CaseStudy | undefined;
  onChange: (ids: readonly string[]) => void;
}

export function SimulationCards({ simulations, workflow, onChange }: SimulationCardsProps) {
  const ids = simulations.map(({ id }) => id);
  return (
    <ul className="plain-list cards">
      {simulations.map((simulation, index) => {
        const { id, agent_count, created_at } = simulation;
        const letter = letterOf(index);
        const title = simulationText(simulation, workflow);
        const scenario = scenarioText(simulation, workflow);
        return (
          <li key={id} className="panel">
            <p className="compare-letter">
              <strong>{letter}</strong>{' '}
              {index === 0 && <span className="small muted">Reference of the differences</span>}
            </p>
            <h2 className="compare-title">
              <Link to={`/simulations/${id}`} dir="auto">
                {title}
              </Link>
            </h2>
            {scenario !== title && (
              <p className="small" dir="auto">
                {scenario}
              </p>
            )}
            <p className="small muted">
              {formatAgents(agent_count)}, <Time at={created_at} />
            </p>
            <div className="row">
              {index > 0 && (
                <Button
                  size="small"
                  aria-label={`Make it A: compare with ${letter}`}
                  onClick={() => onChange([id, ...ids.filter((other) => other !== id)])}
                >
                  Make it A
                </Button>
              )}
              <Button size="small" of={letter} onClick={() => onChange(ids.filter((other) => other !== id))}>
                Remove
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
