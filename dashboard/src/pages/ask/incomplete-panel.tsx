import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../components/button';
import { Skeleton } from '../../components/states';
import { formatParameterValue, hasProblems, ParameterField, parametersOf, type Parameter } from '../../parameter-form';
import { useWorkflow } from '../../workflow/use-workflow';
import { Decision } from './decision';
import type { Draft } from './draft';
import { NotInterpretedList } from './not-interpreted-list';
import type { IncompleteMeta } from './question-types';
import { valuesText } from './variations';

interface IncompletePanelProps {
  meta: IncompleteMeta;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** Part of the question was not read: ready simulations, controls for the parameters in question, or leaving the words out. */
export function IncompletePanel({ meta, draft, onChange }: IncompletePanelProps) {
  const { workflow_id, workflow_name, not_interpreted, requests, interpreted, kind } = meta;
  const { data: workflow } = useWorkflow(workflow_id);
  const words = not_interpreted.filter(({ reason }) => reason !== 'overridden');
  const parameters = workflow ? parametersOf(workflow) : [];
  const named = new Set(words.flatMap((one) => one.parameters));
  const doubtful = parameters.filter(({ id }) => named.has(id));
  return (
    <Decision title="Part of the question needs a decision" text={`The question fits “${workflow_name}”.`}>
      <div>
        <h3>Not read</h3>
        <NotInterpretedList words={words} />
      </div>
      {interpreted.length > 0 && workflow && (
        <p dir="auto">
          Read:{' '}
          {valuesText(parameters, Object.fromEntries(interpreted.map(({ parameter, value }) => [parameter, value])))}.
        </p>
      )}
      {workflow ? (
        doubtful.map((parameter) => (
          <SetValue
            key={parameter.id}
            parameter={parameter}
            onSet={(value) => onChange({ ...draft, overrides: { ...draft.overrides, [parameter.id]: value } })}
          />
        ))
      ) : (
        <Skeleton lines={2} />
      )}
      {requests.length > 0 && (
        <div>
          <h3>Ready to run</h3>
          <ul className="ask-requests">
            {requests.map(({ workflow_id: workflowId, scenario_context: values }) => (
              <li key={JSON.stringify(values)}>
                <Button onClick={() => onChange({ ...draft, choice: { workflowId, values }, overrides: {} })}>
                  <span dir="auto">{valuesText(parameters, values)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="row">
        <Button onClick={() => onChange({ ...draft, acceptPartial: true })}>Leave out these words</Button>
        {(kind === 'goal' || kind === 'range') && (
          <Link to={`/sweeps/new?workflow=${workflow_id}`}>Try several values with a parameter sweep</Link>
        )}
      </div>
    </Decision>
  );
}

/** The control of a parameter that the question names without a clear value. */
function SetValue({ parameter, onSet }: { parameter: Parameter; onSet: (value: number | string) => void }) {
  const [value, setValue] = useState<number | string>(parameter.default);
  return (
    <div className="panel stack">
      <ParameterField parameter={parameter} value={value} onChange={setValue} />
      <div>
        <Button
          size="small"
          disabled={hasProblems([parameter], { [parameter.id]: value })}
          onClick={() => onSet(value)}
        >
          Use {parameter.label}: {formatParameterValue(parameter, value)}
        </Button>
      </div>
    </div>
  );
}
