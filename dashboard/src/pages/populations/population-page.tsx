import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { api, data } from '../../api/client';
import type { components } from '../../api/types';
import { Button, ButtonLink } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { NotInTier } from '../../components/not-in-tier';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Loaded } from '../../components/states';
import { Time } from '../../components/time';
import { formatCount } from '../../format/numbers';
import { Margins } from './margins';
import './populations.css';

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
      {warnings.length > 0 && (
        <Notice kind="warning" title="Far from the data">
          <ul className="populations-problems">
            {warnings.map(({ message }) => (
              <li key={message} dir="auto">
                {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {ignored_columns.length > 0 && <p dir="auto">Columns that no attribute uses: {ignored_columns.join(', ')}.</p>}
      <Margins margins={margins} />
    </div>
  );
}

function DeleteDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => data(api.DELETE('/v1/populations/{population_id}', { params: { path: { population_id: id } } })),
    onSuccess: async () => {
      await navigate('/populations');
      await queryClient.invalidateQueries({ queryKey: ['populations'] });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${title}?`}
      description="New runs can no longer use this population. Finished simulations keep their results."
      confirmLabel="Delete the population"
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
