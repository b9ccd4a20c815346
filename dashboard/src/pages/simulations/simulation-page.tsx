import { Page } from '../../components/page';

export default function SimulationPage() {
  return <Page title="Simulation">{null}</Page>;
}
