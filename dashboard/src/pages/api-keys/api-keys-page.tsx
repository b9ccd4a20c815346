import { Page } from '../../components/page';

export default function ApiKeysPage() {
  return <Page title="API keys">{null}</Page>;
}
