import { Page } from '../../components/page';

export default function WebhookPage() {
  return <Page title="Webhook endpoint">{null}</Page>;
}
