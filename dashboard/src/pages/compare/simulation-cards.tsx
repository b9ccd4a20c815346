import { Link } from 'react-router';
import { useState } from 'react';
import { changedValues, parametersOf, settingText } from '../../parameter-form/parameters';
import { type CaseStudy, useWorkflow } from '../../workflow/use-workflow';
import { Button, ButtonLink } from '../../components/notice';
import { DataTable, Time, timeColumn } from '../../components/data-table';
import { formatAgents, formatCount } from '../../format/format';
import type { Simulation } from '../../results/figure';
import { api, body, type operations } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { EmptyState, Pages } from '../../components/states';

type NamedSimulation = Pick<Simulation, 'name' | 'workflow_id' | 'scenario_context' | 'routed_via'>;

/** The letter of a simulation in a comparison: A is the first one. */
export function letterOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/** Name, question, or the values that differ from the defaults. */
function simulationText(simulation: NamedSimulation, workflow: CaseStudy | undefined): string {
  return simulation.name ?? simulation.routed_via?.question ?? scenarioText(simulation, workflow);
}

/** "Train fare: 20% lower", or "Baseline". */
function scenarioText({ workflow_id, scenario_context }: NamedSimulation, workflow: CaseStudy | undefined): string {
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

type Row = operations['simulationsList']['responses'][200]['content']['application/json']['data'][number];

interface SimulationPickerProps {
  initial: readonly string[];
  maxCount: number;
  onCompare: (ids: string[]) => void;
}

/** Completed simulations. The first choice limits the list to its workflow. */
export function SimulationPicker({ initial, maxCount, onCompare }: SimulationPickerProps) {
  const [chosen, setChosen] = useState<readonly string[]>(initial);
  const [workflowId, setWorkflowId] = useState<string>();
  const simulations = usePages<Row>(['simulations', 'completed', workflowId ?? null], (cursor) =>
    body(
      api.GET('/v1/simulations', {
        params: {
          query: { status: 'completed', workflow_id: workflowId, cursor },
        },
      }),
    ),
  );
  const rows = simulations.rows ?? [];
  const first = rows.find(({ id }) => id === chosen[0]);
  const workflow = useWorkflow(workflowId ?? first?.workflow_id);
  const toggle = (row: Row) => {
    const next = chosen.includes(row.id) ? chosen.filter((id) => id !== row.id) : [...chosen, row.id];
    setChosen(next);
    setWorkflowId(next.length === 0 ? undefined : row.workflow_id);
  };
  return (
    <div className="stack">
      <Pages
        query={simulations}
        lines={6}
        empty={
          <EmptyState
            title="No completed simulations yet"
            action={
              <ButtonLink to="/" look="primary">
                Ask a question
              </ButtonLink>
            }
          >
            A comparison needs two completed simulations of the same workflow.
          </EmptyState>
        }
      >
        {() => (
          <>
            <p>
              Select two to {maxCount} simulations of one workflow. The others are compared with the first one you
              select.
            </p>
            <DataTable
              caption="Completed simulations"
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                {
                  header: 'Select',
                  cell: (row) => (
                    <input
                      type="checkbox"
                      aria-label={`Select ${simulationText(row, workflow.data)}, ${row.id}`}
                      checked={chosen.includes(row.id)}
                      disabled={!chosen.includes(row.id) && chosen.length >= maxCount}
                      onChange={() => toggle(row)}
                    />
                  ),
                },
                {
                  header: 'Simulation',
                  cell: (row) => (
                    <span className="cell" dir="auto">
                      {simulationText(row, workflow.data?.workflow_id === row.workflow_id ? workflow.data : undefined)}
                      <br />
                      <span className="small muted">
                        {workflow.data?.workflow_id === row.workflow_id
                          ? scenarioText(row, workflow.data)
                          : row.workflow_id}
                      </span>
                    </span>
                  ),
                },
                { header: 'Agents', numeric: true, cell: ({ agent_count }) => formatCount(agent_count) },
                timeColumn('Created', ({ created_at }: Row) => created_at),
                { header: 'Same agents', cell: (row) => sameAgentsText(row, first) },
              ]}
            />
          </>
        )}
      </Pages>
      <div className="row">
        <Button look="primary" disabled={chosen.length < 2} onClick={() => onCompare([...chosen])}>
          Compare {chosen.length < 2 ? 'simulations' : `${chosen.length} simulations`}
        </Button>
        {chosen.length > 0 && (
          <Button
            onClick={() => {
              setChosen([]);
              setWorkflowId(undefined);
            }}
          >
            Clear the selection
          </Button>
        )}
      </div>
    </div>
  );
}

/** If a simulation can be compared with the first choice immediately. */
function sameAgentsText(row: Row, first: Row | undefined): string {
  if (!first) return '';
  if (row.id === first.id) return 'First choice';
  if (row.workflow_version !== first.workflow_version) return 'No: other version';
  return row.seed === first.seed ? 'Yes' : 'No: other random seed';
}
