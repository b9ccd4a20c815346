import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { api, body, newIdempotencyKey } from '../../api/client';
import type { components } from '../../api/generated/schema';
import { Button } from '../../components/button';
import { TextField } from '../../components/field';
import { ErrorNotice, Notice } from '../../components/notice';
import { hasProblems, ParameterForm, parametersOf, type ParameterValues } from '../../parameter-form';
import { SweepCost } from './sweep-cost';
import { SweptParameterField } from './swept-parameter-field';
import { defaultInput, maxPoints, sweptParameter, valueCount, type SweptInput } from './swept-values';
import { useSweepEstimate, type SweepRequest } from './use-sweep-estimate';
import type { CaseStudy } from '../../workflow/use-workflow';

/** Agents per point that every plan permits. */
const defaultAgents = 1000;

export function NewSweepForm({ workflow }: { workflow: CaseStudy }) {
  const parameters = useMemo(() => parametersOf(workflow), [workflow]);
  const [inputs, setInputs] = useState<SweptInput[]>(() => parameters.slice(0, 1).map(defaultInput));
  const [fixed, setFixed] = useState<ParameterValues>({});
  const [agents, setAgents] = useState(String(Math.min(workflow.recommended_agent_count, defaultAgents)));
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const key = useRef(newIdempotencyKey());

  const swept = new Set(inputs.map(({ parameter }) => parameter.id));
  const others = parameters.filter(({ id }) => !swept.has(id));
  const [next] = others;
  const request = requestOf(workflow.workflow_id, inputs, fixed, agents);
  const isValid = request !== undefined && !hasProblems(others, fixed);
  const points = request?.parameters.reduce((product, each) => product * valueCount(each), 1);
  const estimate = useSweepEstimate(isValid && (points ?? 0) <= maxPoints ? request : undefined);
  const create = useMutation({
    mutationFn: async (request: SweepRequest) => {
      const params = { header: { 'Idempotency-Key': key.current } };
      // The response has another type with `dry_run`, which this request does not set.
      const created = await body<unknown>(api.POST('/v1/sweeps', { params, body: request }));
      return (created as { data: components['schemas']['Sweep'] }).data;
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['sweeps'] });
      await navigate(`/sweeps/${id}`);
    },
    onError: () => (key.current = newIdempotencyKey()),
  });

  if (parameters.length === 0)
    return (
      <Notice title="This workflow has no parameters">
        <p>Select another workflow.</p>
      </Notice>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request && isValid) create.mutate(request);
  };
  const change = (changed: SweptInput[]) => {
    setInputs(changed);
    // A parameter is either swept or fixed.
    const isSwept = (id: string) => changed.some(({ parameter }) => parameter.id === id);
    setFixed(Object.fromEntries(Object.entries(fixed).filter(([id]) => !isSwept(id))));
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="sweeps-parameters">
        {inputs.map((current, index) => (
          <SweptParameterField
            key={index}
            legend={index === 0 ? 'First parameter' : 'Second parameter'}
            input={current}
            parameters={parameters.filter(({ id }) => id === current.parameter.id || !swept.has(id))}
            onChange={(input) => change(inputs.map((each, position) => (position === index ? input : each)))}
          />
        ))}
      </div>
      <div className="row">
        {inputs.length === 1 && next && (
          <Button onClick={() => change([...inputs, defaultInput(next)])}>Add a second parameter</Button>
        )}
        {inputs.length === 2 && <Button onClick={() => change(inputs.slice(0, 1))}>Remove the second parameter</Button>}
      </div>
      {others.length > 0 && (
        <details className="panel">
          <summary>Other parameters ({Object.keys(fixed).length} changed)</summary>
          <ParameterForm parameters={others} values={fixed} onChange={setFixed} />
        </details>
      )}
      <div className="sweeps-agents">
        <TextField
          label="Agents at each point"
          hint={`Recommended for this workflow: ${workflow.recommended_agent_count}. More agents give narrower intervals.`}
          type="number"
          min={1}
          max={10_000}
          step={1}
          required
          value={agents}
          onChange={(event) => setAgents(event.target.value)}
        />
      </div>
      <section className="panel" aria-labelledby="sweep-cost">
        <h2 id="sweep-cost">Before you run it</h2>
        <SweepCost points={points} estimate={estimate} />
      </section>
      {create.error && <ErrorNotice error={create.error} />}
      <div className="row">
        <Button type="submit" look="primary" busy={create.isPending} disabled={!isValid || (points ?? 0) > maxPoints}>
          {create.isPending ? 'Starting…' : 'Run the sweep'}
        </Button>
      </div>
    </form>
  );
}

/** The body of the request; undefined while a value is missing or invalid. */
function requestOf(
  workflowId: string,
  inputs: readonly SweptInput[],
  fixed: ParameterValues,
  agents: string,
): SweepRequest | undefined {
  const results = inputs.map(sweptParameter);
  const parameters = results.flatMap((result) => ('value' in result ? [result.value] : []));
  const count = Number(agents);
  if (parameters.length < results.length || !Number.isInteger(count) || count < 1) return undefined;
  return { workflow_id: workflowId, agent_count: count, scenario_context: { ...fixed }, parameters };
}
