import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, data } from '../api/client';
import { SelectField } from '../components/field';
import { ErrorNotice } from '../components/notice';
import { formatCount } from '../format/numbers';
import type { AdjustmentProps } from './adjustments';

const maxListed = 100;

/** The published population, or an uploaded one. */
export function PopulationField({ workflow, input, onChange, problem }: AdjustmentProps) {
  const { workflow_id } = workflow;
  const populations = useQuery({
    queryKey: ['populations', 'of', workflow_id],
    queryFn: ({ signal }) =>
      data(api.GET('/v1/populations', { params: { query: { workflow_id, limit: maxListed } }, signal })),
  });
  const listed = (populations.data ?? []).map(({ id, name, people_count }) => ({
    value: id,
    label: `${name ?? id} (${formatCount(people_count)} rows)`,
  }));
  const isListed = input.populationId === '' || listed.some(({ value }) => value === input.populationId);
  return (
    <div className="stack">
      <SelectField
        label="Population"
        error={problem('population_id')}
        value={input.populationId}
        disabled={populations.isPending}
        onChange={(populationId) => onChange({ ...input, populationId })}
        options={[
          { value: '', label: 'The published population' },
          ...listed,
          ...(isListed ? [] : [{ value: input.populationId, label: input.populationId }]),
        ]}
      />
      {populations.error && <ErrorNotice error={populations.error} onRetry={() => void populations.refetch()} />}
      <p className="small">
        <Link to={`/populations?workflow=${workflow_id}`}>Upload a population</Link>
      </p>
    </div>
  );
}
