import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api, body } from '../../api/client';
import type { operations } from '../../api/types';
import { SelectField, TextField } from '../../components/field';
import { authorOptions, type Known } from '../../runs/authors';
import { kinds } from '../../runs/run';
import { inWords } from '../../workflow/labels';

export type RunQuery = NonNullable<operations['runsList']['parameters']['query']>;

const statuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
/** The filters of the service, by their names in the address of the page. */
const filters = { kind: 'kind', status: 'status', workflow: 'workflow_id', name: 'name', by: 'created_by' } as const;
type FilterName = keyof typeof filters;

/** Values that the service accepts. A link with another value has no such filter. */
const valid: Partial<Record<FilterName, (value: string) => boolean>> = {
  kind: (value) => value in kinds,
  status: (value) => statuses.some((status) => status === value),
  by: (value) => /^(me|[0-9a-f-]{36})$/.test(value),
};

/** The filters of the list, in the address of the page, so that a link keeps them. */
export function useRunFilters() {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(filters) as FilterName[];
  const valueIn = (name: FilterName) => {
    const value = search.get(name) ?? '';
    return valid[name]?.(value) === false ? '' : value;
  };
  const setFilter = (name: FilterName, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const chosen = names.filter((name) => valueIn(name) !== '');
  const query = Object.fromEntries(chosen.map((name) => [filters[name], valueIn(name)])) as RunQuery;
  return { query, valueIn, setFilter, reset: () => setSearch({}) };
}

type ListFiltersProps = Pick<ReturnType<typeof useRunFilters>, 'valueIn' | 'setFilter'> & { known: Known };

export function ListFilters({ valueIn, setFilter, known }: ListFiltersProps) {
  const workflows = useQuery({
    queryKey: ['case-studies', 'names'],
    queryFn: ({ signal }) => body(api.GET('/v1/case-studies', { params: { query: { limit: 100 } }, signal })),
    staleTime: 60_000,
  });
  const all = { value: '', label: 'All' };
  const by = valueIn('by') === known.me ? 'me' : valueIn('by');
  const select = (
    name: FilterName,
    label: string,
    options: readonly { value: string; label: string }[],
    value = valueIn(name),
  ) => <SelectField label={label} value={value} onChange={(next) => setFilter(name, next)} options={options} />;
  return (
    <div className="filters">
      <TextField
        label="Name contains"
        type="search"
        maxLength={120}
        value={valueIn('name')}
        onChange={(event) => setFilter('name', event.target.value)}
      />
      {select('kind', 'Kind', [all, ...Object.entries(kinds).map(([value, { plural }]) => ({ value, label: plural }))])}
      {select('status', 'Status', [all, ...statuses.map((value) => ({ value, label: inWords(value) }))])}
      {select('workflow', 'Workflow', [
        all,
        ...(workflows.data?.data ?? []).map((one) => ({ value: one.workflow_id, label: one.name })),
      ])}
      {select('by', 'Created by', authorOptions(known, by), by)}
    </div>
  );
}
