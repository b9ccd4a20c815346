import { Page } from '../../components/page';

export default function SimulationsPage() {
  return <Page title="Simulations">{null}</Page>;
}
