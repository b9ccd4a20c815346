import { NewRunPage } from '../../run-simulation/new-run-page';
import { NewSweepForm } from './new-sweep-form';
import './sweeps.css';

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
