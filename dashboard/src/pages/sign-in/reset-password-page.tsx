import { Page } from '../../components/page';

export default function ResetPasswordPage() {
  return <Page title="Set a new password">{null}</Page>;
}
