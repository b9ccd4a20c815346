import { Page } from '../../components/page';

export default function OrganizationPage() {
  return <Page title="Organization and plan">{null}</Page>;
}
