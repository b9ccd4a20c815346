import { Page } from '../../components/page';

export default function SignUpPage() {
  return <Page title="Create an account">{null}</Page>;
}
