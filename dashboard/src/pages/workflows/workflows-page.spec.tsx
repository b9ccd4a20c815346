import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { startStandIn } from '../../testing/stand-in';
import WorkflowsPage from './workflows-page';

// A busy machine needs longer than the second that the library waits.
configure({ asyncUtilTimeout: 60_000 });

const entry = (
  workflow_id: string,
  name: string,
  kind: string,
  respondents: number,
  total_variation: number | null,
  country: string | null = null,
  to?: number,
) => ({
  ...{ workflow_id, name, summary: 'A decision.', domain: 'transport', family: 'conditional_logit' },
  ...{ visibility: 'public', evidence: { kind, respondents, total_variation } },
  data_origin: to === undefined ? null : { country, years: { from: 1990, to, basis: 'collected' } },
});
const entries = [
  entry('a', 'Trains', 'experiment', 100, null),
  entry('b', 'Letters', 'survey', 900, 0.01, 'US', 2006),
  entry('c', 'Cars', 'survey', 300, 0.002, 'CH', 1998),
];

const Search = () => <output>{useLocation().search}</output>;
async function show(address = '/workflows') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <WorkflowsPage />
        <Search />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText(/^\d workflows$/);
}
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the catalog of workflows', () => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ stop } = await startStandIn(() => ({ content: { data: entries, meta: { has_more: false } } })));
  });
  afterAll(() => stop());

  it('The catalog shows the workflows with the chosen kind of data, and states their number', async () => {
    await show();
    expect(names()).toEqual(['Trains', 'Letters', 'Cars']);
    choose('Data', 'survey');
    expect(names()).toEqual(['Letters', 'Cars']);
    expect(screen.getByText('2 workflows')).toBeTruthy();
    expect(within(screen.getByLabelText('Data')).getAllByRole('option')).toHaveLength(3);
  });

  it('A country shows the workflows with data of it, and cards state the country and the years of the data', async () => {
    await show();
    choose('Country', 'CH');
    expect(names()).toEqual(['Cars']);
    expect(screen.getByText('Survey, Switzerland, 1990 to 1998, 300 respondents')).toBeTruthy();
    const labels = within(screen.getByLabelText('Country')).getAllByRole('option');
    expect(labels.map(({ textContent }) => textContent)).toEqual(['All', 'Switzerland', 'United States']);
  });

  it('The orders are by name, respondents, last year of the data and held-out error, with workflows without one last', async () => {
    await show();
    choose('Order', 'name');
    expect(names()).toEqual(['Cars', 'Letters', 'Trains']);
    choose('Order', 'respondents');
    expect(names()).toEqual(['Letters', 'Cars', 'Trains']);
    choose('Order', 'year');
    expect(names()).toEqual(['Letters', 'Cars', 'Trains']);
    choose('Order', 'error');
    expect(names()).toEqual(['Cars', 'Letters', 'Trains']);
  });

  it('The address has the filters, and a link with them shows the same list', async () => {
    await show('/workflows?data=survey&sort=name');
    expect(names()).toEqual(['Cars', 'Letters']);
    choose('Data', '');
    expect(screen.getByText('?sort=name')).toBeTruthy();
  });
});
