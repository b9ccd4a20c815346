import { Page } from '../../components/page';

export default function OwnWorkflowsPage() {
  return <Page title="Your workflows">{null}</Page>;
}
