import { Page } from '../../components/page';

export default function SignInPage() {
  return <Page title="Sign in">{null}</Page>;
}
