import { Page } from '../../components/page';

export default function SweepsPage() {
  return <Page title="Parameter sweeps">{null}</Page>;
}
