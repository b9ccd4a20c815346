import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api, body } from '../../api/client';
import type { operations } from '../../api/types';
import { usePages } from '../../api/use-pages';
import { Button } from '../../components/button';
import { SelectField, TextField } from '../../components/field';
import { LoadMore } from '../../components/load-more';
import { ErrorNotice } from '../../components/notice';
import { Page } from '../../components/page';
import { EmptyState, Skeleton } from '../../components/states';
import { familyLabel, inWords } from '../../workflow/labels';
import { useCatalogFilters } from './catalog-filters';
import { WorkflowCard } from './workflow-card';
import './workflows-page.css';

type Query = NonNullable<operations['caseStudiesList']['parameters']['query']>;
const pageSize = 100;

export default function WorkflowsPage() {
  const { filters, setFilter, clear } = useCatalogFilters();
  const applied = useDeferredValue(JSON.stringify(filters));
  const query = usePages(['case-studies', 'list', applied], (cursor) => {
    const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== '')) as Query;
    return body(
      api.GET('/v1/case-studies', { params: { query: { limit: pageSize, ...chosen, ...(cursor && { cursor }) } } }),
    );
  });
  return (
    <Page
      title="Workflows"
      intro="Each workflow is a model of a decision, calibrated on public data and tested on held-out data. Choose one, and change its values."
    >
      <search className="workflows-filters">
        <TextField
          label="Search"
          type="search"
          value={filters.search}
          maxLength={200}
          onChange={(event) => setFilter('search', event.target.value)}
        />
        <Choices name="domain" label="Domain" value={filters.domain} onChange={setFilter} text={inWords} />
        <Choices
          name="family"
          label="Kind of decision"
          value={filters.family}
          onChange={setFilter}
          text={familyLabel}
        />
      </search>
      {query.error && !query.rows && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={6} />}
      {query.rows?.length === 0 && (
        <EmptyState title="No workflow matches" action={<Button onClick={clear}>Clear the filters</Button>}>
          <p>Try other words, or remove a filter.</p>
        </EmptyState>
      )}
      {query.rows && query.rows.length > 0 && (
        <>
          <p className="muted small" role="status">
            {query.rows.length === 1 ? '1 workflow' : `${query.rows.length}${query.hasNextPage ? '+' : ''} workflows`}
          </p>
          <ul className="workflows-list">
            {query.rows.map((workflow) => (
              <WorkflowCard key={workflow.workflow_id + workflow.visibility} workflow={workflow} />
            ))}
          </ul>
          <LoadMore query={query} />
        </>
      )}
    </Page>
  );
}

interface ChoicesProps {
  name: 'domain' | 'family';
  label: string;
  value: string;
  onChange: (name: 'domain' | 'family', value: string) => void;
  text: (id: string) => string;
}

/** A filter with the values that occur in the catalog. */
function Choices({ name, label, value, onChange, text }: ChoicesProps) {
  const { data: entries } = useQuery({
    queryKey: ['case-studies', 'filters'],
    queryFn: async () => (await body(api.GET('/v1/case-studies', { params: { query: { limit: pageSize } } }))).data,
    staleTime: 5 * 60_000,
  });
  const ids = [...new Set([...(entries ?? []).map((entry) => entry[name]), ...(value ? [value] : [])])].sort();
  return (
    <SelectField
      label={label}
      value={value}
      onChange={(next) => onChange(name, next)}
      options={[{ value: '', label: 'All' }, ...ids.map((id) => ({ value: id, label: text(id) }))]}
    />
  );
}
