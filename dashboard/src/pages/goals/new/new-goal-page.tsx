import type { components } from '../../../api/client';
import { RangesField } from '../../../parameter-form/parameter-range-field';
import { Estimate, isAgentCount } from '../../../run-simulation/estimate';
import { RunForm } from '../../../run-simulation/run-form';
import { type Start, NewRunPage } from '../../../run-simulation/new-run-page';
import { useCeiling, useKeptInput, useRunForm } from '../../../run-simulation/use-run-form';
import {
  goalFields,
  goalRequest,
  numericParameters,
  otherParameters,
  startGoal,
  withObjective,
  type GoalInput,
} from './goal-input';
import { ConstraintsField, ObjectiveField } from './objective-field';

const maxVaried = 2;

function NewGoalForm(start: Start) {
  const { workflow } = start;
  const [input, setInput] = useKeptInput(workflow.workflow_id, () => startGoal(start));
  const change = (changed: Partial<GoalInput>) => setInput({ ...input, ...changed });
  const { objective, ranges, constraints, agentCount } = input;
  const ceiling = useCeiling(workflow.recommended_agent_count);
  const request = isAgentCount(agentCount, ceiling) ? goalRequest(workflow, input) : undefined;
  const form = useRunForm<components['schemas']['GoalDryRun']>({
    path: '/v1/goals',
    request,
    fields: goalFields(input),
  });
  const { at } = form.errors;
  return (
    <RunForm
      action="Run the search"
      {...{ form, workflow, input }}
      onChange={change}
      others={otherParameters(workflow, input)}
      cost={
        <>
          {!request && <p className="muted">Complete the objective to see what the search costs.</p>}
          {request && !form.estimate.error && <Estimate costOnly estimate={form.estimate.data} workflow={workflow} />}
        </>
      }
    >
      <ObjectiveField
        workflow={workflow}
        input={objective}
        onChange={(next) => setInput(withObjective(workflow, input, next))}
        problem={at}
      />
      <RangesField
        ranges={ranges}
        onChange={(next) => change({ ranges: next })}
        parameters={numericParameters(workflow)}
        minimum={1}
        maximum={maxVaried}
        problem={at}
      />
      <ConstraintsField
        workflow={workflow}
        inputs={constraints}
        onChange={(next) => change({ constraints: next })}
        problem={at}
      />
    </RunForm>
  );
}

export default function NewGoalPage() {
  return (
    <NewRunPage
      title="New goal"
      intro="Finds the value of one or two parameters at which a share, a mean or a revenue reaches a target, or is as large or as small as possible."
      needsIndependentAgents
    >
      {(start) => <NewGoalForm {...start} />}
    </NewRunPage>
  );
}
