import { Page } from '../../components/page';

export default function AccountPage() {
  return <Page title="Your account">{null}</Page>;
}
