import { api, type components, data, isApiFailure } from '../../api/client';
import { Badge, type Column, DataTable, Time } from '../../components/data-table';
import { formatCount, formatPoints, formatShare } from '../../format/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { Button, ButtonLink, Warnings } from '../../components/notice';
import { ConfirmDialog } from '../../components/form';
import { NotInTier, Page } from '../../components/page';
import { Loaded } from '../../components/states';

type Margin = components['schemas']['Population']['margins'][number];
type Group = Margin['groups'][number];

const columns: Column<Group>[] = [
  { header: 'Group', cell: ({ label }) => <span dir="auto">{label}</span> },
  { header: 'This population', numeric: true, cell: ({ share }) => formatShare(share) },
  { header: 'Published', numeric: true, cell: ({ fitted_share }) => formatShare(fitted_share) },
  {
    header: 'Difference',
    numeric: true,
    cell: ({ share, fitted_share }) => formatPoints(share - fitted_share),
  },
];

/** The distribution of each attribute compared with the published population, the greatest distance first. */
function Margins({ margins }: { margins: readonly Margin[] }) {
  return (
    <section className="stack" aria-labelledby="margins">
      <h2 id="margins">Compared with the published population</h2>
      {margins
        .toSorted((a, b) => b.distance - a.distance)
        .map(({ attribute, label, groups, distance, is_drawn }) => (
          <article key={attribute} className="stack">
            <div className="row">
              <h3 dir="auto">{label}</h3>
              <span className="muted small">Distance {formatShare(distance)}</span>
              {is_drawn && <Badge>drawn</Badge>}
            </div>
            <DataTable caption={`Distribution of ${label}`} columns={columns} rows={groups} rowKey={({ id }) => id} />
          </article>
        ))}
    </section>
  );
}

export default function PopulationPage() {
  const { populationId: id = '' } = useParams();
  const [isDeleting, setDeleting] = useState(false);
  const query = useQuery({
    queryKey: ['populations', 'one', id],
    queryFn: ({ signal }) =>
      data(api.GET('/v1/populations/{population_id}', { params: { path: { population_id: id } }, signal })),
  });
  if (isApiFailure(query.error) && [400, 404].includes(query.error.status))
    return <NotInTier id={id} noun="population" links={<ButtonLink to="/populations">All populations</ButtonLink>} />;
  const title = query.data ? (query.data.name ?? query.data.id) : 'Population';
  return (
    <Page
      title={title}
      actions={
        query.data && (
          <Button look="danger" size="small" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )
      }
    >
      <Loaded query={query} lines={6}>
        {(population) => <Content population={population} />}
      </Loaded>
      {isDeleting && <DeleteDialog id={id} title={title} onClose={() => setDeleting(false)} />}
    </Page>
  );
}

function Content({ population }: { population: components['schemas']['Population'] }) {
  const { workflow_id, people_count, effective_sample_size, ignored_columns, warnings, margins, created_at } =
    population;
  return (
    <div className="stack">
      <div className="row muted">
        <span>{formatCount(people_count)} rows</span>
        {effective_sample_size !== null && <span>Effective sample size {formatCount(effective_sample_size)}</span>}
        <Time at={created_at} />
        <Link to={`/workflows/${workflow_id}`}>{workflow_id}</Link>
      </div>
      <Warnings title="Far from the data" messages={warnings} />
      {ignored_columns.length > 0 && <p dir="auto">Columns that no attribute uses: {ignored_columns.join(', ')}.</p>}
      <Margins margins={margins} />
    </div>
  );
}

function DeleteDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      danger
      title={`Delete ${title}?`}
      description="New runs can no longer use this population. Finished simulations keep their results."
      confirmLabel="Delete the population"
      send={() => data(api.DELETE('/v1/populations/{population_id}', { params: { path: { population_id: id } } }))}
      onDone={() => navigate('/populations')}
      refresh={['populations']}
      onClose={onClose}
    />
  );
}
