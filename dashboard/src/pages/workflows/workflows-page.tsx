import { Page } from '../../components/page';

export default function WorkflowsPage() {
  return <Page title="Workflows">{null}</Page>;
}
