import { Page } from '../../components/page';

export default function NewSweepPage() {
  return <Page title="New parameter sweep">{null}</Page>;
}
