import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../components/badge';
import { DataTable, type Column } from '../../components/data-table';
import { Loaded } from '../../components/states';
import { formatDateTime } from '../../format/dates';
import { readVersions, type WorkflowVersion } from './own-workflow';

const columns: Column<WorkflowVersion>[] = [
  { id: 'version', header: 'Version', cell: ({ version }) => version },
  {
    id: 'status',
    header: 'Status',
    cell: ({ deprecated_at }) => <StatusBadge status={deprecated_at ? 'deprecated' : 'active'} />,
  },
  { id: 'published', header: 'Published', cell: ({ created_at }) => formatDateTime(created_at) },
  {
    id: 'digest',
    header: 'SHA-256 of the definition',
    cell: ({ definition_digest }) => <code title={definition_digest}>{definition_digest.slice(0, 12)}…</code>,
  },
];

export function Versions({ workflowId }: { workflowId: string }) {
  const versions = useQuery({
    queryKey: ['case-studies', 'versions', workflowId],
    queryFn: () => readVersions(workflowId),
  });
  return (
    <Loaded query={versions}>
      {(rows) => (
        <DataTable
          caption={`Versions of ${workflowId}`}
          columns={columns}
          rows={rows}
          rowKey={({ version }) => version}
        />
      )}
    </Loaded>
  );
}
