import { Page } from '../../components/page';

export default function SweepPage() {
  return <Page title="Parameter sweep">{null}</Page>;
}
