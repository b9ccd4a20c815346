import { Page } from '../../components/page';

export default function UsagePage() {
  return <Page title="Usage and limits">{null}</Page>;
}
