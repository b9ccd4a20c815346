import { Page } from '../../components/page';

export default function ComparePage() {
  return <Page title="Compare">{null}</Page>;
}
