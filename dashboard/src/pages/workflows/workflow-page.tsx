import { Page } from '../../components/page';

export default function WorkflowPage() {
  return <Page title="Workflow">{null}</Page>;
}
