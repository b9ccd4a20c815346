import { Link } from 'react-router';
import { Button } from '../../components/button';
import { Time } from '../../components/time';
import { formatAgents } from '../../format/numbers';
import { letterOf, scenarioText, simulationText } from './simulation-text';
import type { Simulation } from './use-comparisons';
import type { CaseStudy } from '../../workflow/use-workflow';

interface SimulationCardsProps {
  simulations: readonly Simulation[];
  workflow: CaseStudy | undefined;
  onChange: (ids: readonly string[]) => void;
}

/** The compared simulations. The first one is the reference. */
export function SimulationCards({ simulations, workflow, onChange }: SimulationCardsProps) {
  const ids = simulations.map(({ id }) => id);
  return (
    <ul className="compare-cards">
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
              <Button
                size="small"
                aria-label={`Remove ${letter}`}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              >
                Remove
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
