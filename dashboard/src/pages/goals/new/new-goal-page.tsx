import { NewRunPage } from '../../../run-simulation/new-run-page';
import { NewGoalForm } from './new-goal-form';

export default function NewGoalPage() {
  return (
    <NewRunPage
      title="New goal"
      intro="Finds the value of one or two parameters at which a share or a mean reaches a target, or is as large or as small as possible."
      needsIndependentAgents
    >
      {(start) => <NewGoalForm {...start} />}
    </NewRunPage>
  );
}
