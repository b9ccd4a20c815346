import type { components } from '../../api/types';
import { Badge } from '../../components/badge';
import { DataTable, type Column } from '../../components/data-table';
import { formatPoints, formatShare } from '../../format/numbers';

type Margin = components['schemas']['Population']['margins'][number];
type Group = Margin['groups'][number];

const columns: Column<Group>[] = [
  { id: 'group', header: 'Group', cell: ({ label }) => <span dir="auto">{label}</span> },
  { id: 'share', header: 'This population', numeric: true, cell: ({ share }) => formatShare(share) },
  { id: 'fitted', header: 'Published', numeric: true, cell: ({ fitted_share }) => formatShare(fitted_share) },
  {
    id: 'difference',
    header: 'Difference',
    numeric: true,
    cell: ({ share, fitted_share }) => formatPoints(share - fitted_share),
  },
];

/** The distribution of each attribute compared with the published population, the greatest distance first. */
export function Margins({ margins }: { margins: readonly Margin[] }) {
  return (
    <section className="stack" aria-labelledby="margins">
      <h2 id="margins">Compared with the published population</h2>
      {margins
        .toSorted((a, b) => b.distance - a.distance)
        .map(({ attribute, label, groups, distance, is_drawn }) => (
          <article key={attribute} className="stack">
            <div className="row">
              <h3 className="populations-attribute" dir="auto">
                {label}
              </h3>
              <span className="muted small">Distance {formatShare(distance)}</span>
              {is_drawn && <Badge>drawn</Badge>}
            </div>
            <DataTable caption={`Distribution of ${label}`} columns={columns} rows={groups} rowKey={({ id }) => id} />
          </article>
        ))}
    </section>
  );
}
