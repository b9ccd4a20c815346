import { Page } from '../../components/page';

export default function AskPage() {
  return <Page title="Ask a question">{null}</Page>;
}
