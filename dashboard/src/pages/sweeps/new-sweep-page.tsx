import { useMemo } from 'react';
import { adjustmentFields, adjustmentsRequest } from '../../adjustments/adjustments';
import type { components } from '../../api/client';
import { Button, Notice } from '../../components/notice';
import { formatCount } from '../../format/format';
import { changedValues, hasProblems, parametersOf } from '../../parameter-form/parameters';
import { Estimate, isAgentCount } from '../../run-simulation/estimate';
import { RunForm, type RunInput } from '../../run-simulation/run-form';
import { useCeiling, useKeptInput, useRunForm } from '../../run-simulation/use-run-form';
import { type Followed, type Start, NewRunPage } from '../../run-simulation/new-run-page';
import type { CaseStudy } from '../../workflow/use-workflow';
import {
  SweptParameterField,
  defaultInput,
  maxPoints,
  sweptParameter,
  valueCount,
  type SweptInput,
} from './swept-parameter-field';
import './sweeps.css';

/** Fewer agents than recommended: a sweep simulates them at each point. */
const maxInitialAgents = 1000;

function NewSweepForm({ workflow, values: startValues, adjustments, followed }: Start) {
  const { workflow_id, recommended_agent_count: recommended } = workflow;
  const parameters = useMemo(() => parametersOf(workflow), [workflow]);
  const [input, setInput] = useKeptInput(workflow_id, (): RunInput & { inputs: readonly SweptInput[] } => {
    // The parameter that the question changes.
    const first = parameters.find(({ id }) => Object.hasOwn(startValues, id)) ?? parameters[0];
    const agentCount = Math.min(recommended, maxInitialAgents);
    return { inputs: first ? [defaultInput(first)] : [], values: startValues, adjustments, agentCount };
  });
  const { inputs, values, agentCount } = input;
  const change = (changed: Partial<typeof input>) => setInput({ ...input, ...changed });
  const setInputs = (next: readonly SweptInput[]) => change({ inputs: next });
  const ceiling = useCeiling(recommended);

  const swept = new Set(inputs.map(({ parameter }) => parameter.id));
  const others = parameters.filter(({ id }) => !swept.has(id));
  const [next] = others;
  const isValid = isAgentCount(agentCount, ceiling) && !hasProblems(others, values);
  const request = isValid
    ? requestOf(workflow, inputs, { ...input, values: changedValues(others, values), followed })
    : undefined;
  const points = request?.parameters.reduce((product, each) => product * valueCount(each), 1) ?? 0;
  const form = useRunForm<components['schemas']['SweepDryRun']>({
    path: '/v1/sweeps',
    request: points <= maxPoints ? request : undefined,
    fields: adjustmentFields(input.adjustments),
  });
  return (
    <RunForm
      action="Run the sweep"
      {...{ form, workflow, input, others }}
      onChange={change}
      agentsLabel="Agents at each point"
      cost={
        <>
          {!request && <p className="muted">Complete the values to see what the sweep costs.</p>}
          {request && !form.estimate.error && (
            <Cost points={points} workflow={workflow} estimate={form.estimate.data} />
          )}
        </>
      }
    >
      <div className="cards">
        {inputs.map((current, index) => (
          <SweptParameterField
            key={index}
            legend={index === 0 ? 'First parameter' : 'Second parameter'}
            input={current}
            parameters={parameters.filter(({ id }) => id === current.parameter.id || !swept.has(id))}
            onChange={(input) => setInputs(inputs.map((each, position) => (position === index ? input : each)))}
          />
        ))}
      </div>
      <div className="row">
        {inputs.length === 1 && next && (
          <Button onClick={() => setInputs([...inputs, defaultInput(next)])}>Add a second parameter</Button>
        )}
        {inputs.length === 2 && (
          <Button onClick={() => setInputs(inputs.slice(0, 1))}>Remove the second parameter</Button>
        )}
      </div>
    </RunForm>
  );
}

interface CostProps {
  points: number;
  workflow: CaseStudy;
  estimate: components['schemas']['SweepDryRun'] | undefined;
}

function Cost({ points, workflow, estimate }: CostProps) {
  if (points > maxPoints)
    return (
      <Notice kind="warning" title={`${formatCount(points)} points are too many`}>
        A sweep has at most {maxPoints} points. Use fewer values.
      </Notice>
    );
  return (
    <>
      <p>
        {formatCount(points)} of at most {maxPoints} points
      </p>
      <Estimate estimate={estimate} workflow={workflow} />
    </>
  );
}

interface Settings extends RunInput {
  followed: Followed | undefined;
}

/** The body of the request; undefined while a value is missing or invalid. */
function requestOf(
  { workflow_id }: CaseStudy,
  inputs: readonly SweptInput[],
  { values, adjustments, agentCount, followed }: Settings,
) {
  const results = inputs.map(sweptParameter);
  const parameters = results.flatMap((result) => ('value' in result ? [result.value] : []));
  if (parameters.length < results.length) return undefined;
  return {
    workflow_id,
    parameters,
    scenario_context: values,
    ...adjustmentsRequest(adjustments),
    agent_count: agentCount,
    follows: followed?.id,
    name: followed?.name,
  };
}

export default function NewSweepPage() {
  return (
    <NewRunPage
      title="New parameter sweep"
      intro="Runs one workflow at several values of one or two parameters, with the same agents at each value. One parameter gives a curve, two give a heat map."
    >
      {(start) => <NewSweepForm {...start} />}
    </NewRunPage>
  );
}
