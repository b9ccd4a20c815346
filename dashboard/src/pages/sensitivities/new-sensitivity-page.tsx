import { NewRunPage } from '../../run-simulation/new-run-page';
import { NewSensitivityForm } from './new-sensitivity-form';

export default function NewSensitivityPage() {
  return (
    <NewRunPage
      title="What matters most"
      intro="Varies the parameters and the coefficients of a workflow together, and shows how much each one contributes to the variation of each outcome."
      needsIndependentAgents
    >
      {(start) => <NewSensitivityForm {...start} />}
    </NewRunPage>
  );
}
