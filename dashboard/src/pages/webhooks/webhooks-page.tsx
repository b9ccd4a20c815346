import { Page } from '../../components/page';

export default function WebhooksPage() {
  return <Page title="Webhooks">{null}</Page>;
}
