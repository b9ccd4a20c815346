import { Page } from '../../components/page';

export default function AuditLogPage() {
  return <Page title="Audit log">{null}</Page>;
}
