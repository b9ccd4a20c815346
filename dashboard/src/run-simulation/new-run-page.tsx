import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { adjustmentsInput, hasDetailedTargets, noAdjustments, type AdjustmentsInput } from '../adjustments/adjustments';
import { api, type components, data } from '../api/client';
import { SelectField } from '../components/field';
import { ErrorNotice, Notice } from '../components/notice';
import { Page } from '../components/page';
import { changedValues, parametersOf, type ParameterValues } from '../parameter-form/parameters';
import { useWorkflow, type CaseStudy, useWorkflowList } from '../workflow/use-workflow';
import { Skeleton, Loaded } from '../components/states';

const defaultWorkflow = 'swissmetro-mode-choice';

export interface Start {
  workflow: CaseStudy;
  values: ParameterValues;
  adjustments: AdjustmentsInput;
  followed?: Followed | undefined;
}

/** What a run keeps of the simulation that it follows. */
export interface Followed {
  id: string;
  /** The name or the question of the simulation. */
  name: string | undefined;
  /** The outcome, outcome group or measure that its question asks for. */
  outcome: string | undefined;
}

interface NewRunPageProps {
  title: string;
  intro: string;
  /** Whether the analysis needs agents that do not depend on each other. */
  needsIndependentAgents?: boolean;
  children: (start: Start) => ReactNode;
}

/** The page of a form for an analysis. `?workflow=` starts with this workflow, `?simulation=` with the scenario of this simulation. */
export function NewRunPage({ title, intro, needsIndependentAgents = false, children }: NewRunPageProps) {
  const [search, setSearch] = useSearchParams();
  const list = useWorkflowList();
  const simulationId = search.get('simulation');
  const simulation = useQuery({
    queryKey: ['simulations', 'one', simulationId],
    queryFn: ({ signal }) =>
      data(api.GET('/v1/simulations/{id}', { params: { path: { id: simulationId ?? '' } }, signal })),
    enabled: simulationId !== null,
  });
  const chosen =
    simulationId === null ? (search.get('workflow') ?? defaultOf(list.data)) : simulation.data?.workflow_id;
  const workflow = useWorkflow(chosen);
  return (
    <Page title={title} intro={intro}>
      <div className="stack">
        <Loaded query={list}>
          {(workflows) => (
            <SelectField
              label="Workflow"
              value={chosen ?? ''}
              onChange={(id) => setSearch({ workflow: id }, { replace: true })}
              options={optionsOf(workflows, chosen)}
            />
          )}
        </Loaded>
        {simulation.error && <ErrorNotice error={simulation.error} onRetry={() => void simulation.refetch()} />}
        {simulation.data && hasDetailedTargets(simulation.data.adjustments) && (
          <Notice kind="warning" title="Some calibration targets are not taken over">
            This form has no targets of groups, and none with a standard error.
          </Notice>
        )}
        {chosen === undefined && !simulation.error && !list.error && <Skeleton lines={6} />}
        {chosen !== undefined && (
          <Loaded query={workflow} lines={6}>
            {(loaded) => (
              <Form
                key={loaded.workflow_id}
                {...{ needsIndependentAgents, children }}
                start={startOf(loaded, simulation.data)}
              />
            )}
          </Loaded>
        )}
      </div>
    </Page>
  );
}

function Form({
  start,
  needsIndependentAgents,
  children,
}: Pick<NewRunPageProps, 'children' | 'needsIndependentAgents'> & { start: Start }) {
  const { workflow } = start;
  if (parametersOf(workflow).length === 0)
    return <Notice title="This workflow has no parameters">Select another workflow.</Notice>;
  if (needsIndependentAgents && workflow.agents_interact)
    return (
      <Notice title="The agents of this workflow influence each other">
        This analysis needs agents that decide independently. Select another workflow, or run a parameter sweep.
      </Notice>
    );
  return children(start);
}

function startOf(workflow: CaseStudy, simulation: components['schemas']['Simulation'] | undefined): Start {
  if (!simulation) return { workflow, values: {}, adjustments: noAdjustments };
  return {
    workflow,
    values: changedValues(parametersOf(workflow), simulation.scenario_context),
    adjustments: adjustmentsInput(simulation.adjustments),
    followed: followedOf(simulation),
  };
}

const maxNameCharacters = 120;

function followedOf({ id, name, routed_via, summary }: components['schemas']['Simulation']): Followed {
  const kept = name ?? routed_via?.question;
  return { id, name: kept?.slice(0, maxNameCharacters), outcome: routed_via?.outcome ?? summary?.headline?.outcome };
}

function defaultOf(workflows: readonly { workflow_id: string }[] | undefined): string | undefined {
  const ids = workflows?.map(({ workflow_id }) => workflow_id);
  return ids?.find((id) => id === defaultWorkflow) ?? ids?.[0];
}

function optionsOf(workflows: readonly { workflow_id: string; name: string }[], chosen: string | undefined) {
  const options = workflows.map(({ workflow_id, name }) => ({ value: workflow_id, label: name }));
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen);
  return isListed ? options : [{ value: chosen, label: chosen }, ...options];
}
