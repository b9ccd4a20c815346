import { useSearchParams, Link } from 'react-router';
import { Badge } from '../../components/data-table';
import { formatCount } from '../../format/format';
import { countryLabel, dataKindLabel, familyLabel, heldOutText, inWords, originParts } from '../../workflow/labels';
import type { CaseStudyEntry } from '../../workflow/use-workflow';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api, body, type operations } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button, ErrorNotice } from '../../components/notice';
import { SelectField, TextField } from '../../components/field';
import { Page } from '../../components/page';
import { Skeleton, EmptyState, LoadMore } from '../../components/states';
import './workflows-page.css';

const served = ['search', 'domain', 'family'] as const;
const names = [...served, 'data', 'country', 'sort'] as const;
type FilterName = (typeof names)[number];
type CatalogFilters = Record<FilterName, string>;

/** The filters of the catalog, in the address of the page, so that a link or a reload keeps them. */
function useCatalogFilters() {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as CatalogFilters;
  const setFilter = (name: FilterName, value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const clear = () => setParams({}, { replace: true });
  return { filters, setFilter, clear };
}

function WorkflowCard({ workflow }: { workflow: CaseStudyEntry }) {
  const { workflow_id, name, summary, domain, family, evidence, visibility, data_origin } = workflow;
  const respondents = `${formatCount(evidence.respondents)} respondents`;
  return (
    <li className="panel workflows-card">
      <h2 dir="auto">
        <Link to={`/workflows/${workflow_id}`}>{name}</Link>
      </h2>
      <div className="row">
        <Badge>{inWords(domain)}</Badge>
        <Badge>{familyLabel(family)}</Badge>
        {visibility === 'private' && <Badge>Yours</Badge>}
      </div>
      <p className="workflows-summary" dir="auto">
        {summary}
      </p>
      <dl className="workflows-evidence">
        <div>
          <dt>Data</dt>
          <dd>{[dataKindLabel(evidence.kind), ...originParts(data_origin), respondents].join(', ')}</dd>
        </div>
        <div>
          <dt>Held-out test</dt>
          <dd>{heldOutText(evidence)}</dd>
        </div>
      </dl>
    </li>
  );
}

type Query = NonNullable<operations['caseStudiesList']['parameters']['query']>;
const pageSize = 100;

type Order = (a: CaseStudyEntry, b: CaseStudyEntry) => number;
/** The last year of the data. Workflows without it come last. */
const yearOf = ({ data_origin }: CaseStudyEntry) => data_origin?.years.to ?? 0;
const errorOf = ({ evidence }: CaseStudyEntry) => evidence.total_variation ?? 1;
/** Orders of the loaded workflows. Default: that of the service. */
const orders: Readonly<Record<string, { label: string; compare?: Order }>> = {
  '': { label: 'Id' },
  name: { label: 'Name', compare: (a, b) => a.name.localeCompare(b.name) },
  respondents: { label: 'Most respondents', compare: (a, b) => b.evidence.respondents - a.evidence.respondents },
  year: { label: 'Newest data', compare: (a, b) => yearOf(b) - yearOf(a) },
  error: { label: 'Smallest held-out error of shares', compare: (a, b) => errorOf(a) - errorOf(b) },
};

export default function WorkflowsPage() {
  const { filters, setFilter, clear } = useCatalogFilters();
  const applied = useDeferredValue(JSON.stringify(served.map((name) => filters[name])));
  const query = usePages(['case-studies', 'list', applied], (cursor) => {
    const chosen = Object.fromEntries(
      served.flatMap((name) => (filters[name].trim() === '' ? [] : [[name, filters[name]]])),
    ) as Query;
    return body(api.GET('/v1/case-studies', { params: { query: { limit: pageSize, ...chosen, cursor } } }));
  });
  const { compare } = orders[filters.sort] ?? {};
  const shown = query.rows?.filter(
    ({ evidence, data_origin }) =>
      [evidence.kind, ''].includes(filters.data) && [data_origin?.country, ''].includes(filters.country),
  );
  const rows = compare ? shown?.toSorted(compare) : shown;
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
          onChange={(value) => setFilter('search', value)}
        />
        <Choices name="domain" label="Domain" value={filters.domain} onChange={setFilter} text={inWords} />
        <Choices
          name="family"
          label="Kind of decision"
          value={filters.family}
          onChange={setFilter}
          text={familyLabel}
        />
        <SelectField
          label="Data"
          value={filters.data}
          onChange={(kind) => setFilter('data', kind)}
          options={optionsOf(
            query.rows?.map(({ evidence }) => evidence.kind),
            dataKindLabel,
          )}
        />
        <SelectField
          label="Country"
          value={filters.country}
          onChange={(country) => setFilter('country', country)}
          options={optionsOf(
            query.rows?.flatMap(({ data_origin }) => data_origin?.country ?? []),
            countryLabel,
          )}
        />
        <SelectField
          label="Order"
          value={filters.sort}
          onChange={(sort) => setFilter('sort', sort)}
          options={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
        />
      </search>
      {query.error && !query.rows && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={6} />}
      {rows?.length === 0 && (
        <EmptyState title="No workflow matches" action={<Button onClick={clear}>Clear the filters</Button>}>
          Try other words, or remove a filter.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <>
          <p className="muted small" role="status">
            {rows.length === 1 ? '1 workflow' : `${rows.length}${query.hasNextPage ? '+' : ''} workflows`}
          </p>
          <ul className="workflows-list">
            {rows.map((workflow) => (
              <WorkflowCard key={workflow.workflow_id + workflow.visibility} workflow={workflow} />
            ))}
          </ul>
          <LoadMore query={query} />
        </>
      )}
    </Page>
  );
}

/** The values of the loaded workflows, by their labels. */
function optionsOf(ids: readonly string[] = [], labelOf: (id: string) => string) {
  const options = [...new Set(ids)].map((value) => ({ value, label: labelOf(value) }));
  return [{ value: '', label: 'All' }, ...options.toSorted((a, b) => a.label.localeCompare(b.label))];
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
      none="All"
      options={ids.map((id) => ({ value: id, label: text(id) }))}
    />
  );
}
