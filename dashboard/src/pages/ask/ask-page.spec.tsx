import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { identityKey } from '../../session/session';
import { startStandIn, type ReceivedRequest } from '../../testing/stand-in';
import AskPage from './ask-page';

// A busy machine needs longer than the second that the library waits.
configure({ asyncUtilTimeout: 60_000 });

const numberSchema = (title: string) => ({
  ...{ type: 'number', title, description: '', 'x-unit': '× baseline', default: 1, minimum: 0.1, maximum: 5 },
  'x-calibrated-range': [0.8, 1.2],
});
const mailing = {
  ...{ type: 'string', title: 'Mailing', description: '', enum: ['none', 'neighbors'], default: 'none' },
  'x-labels': { none: 'None', neighbors: 'Neighbors' },
};
const workflow = {
  ...{ workflow_id: 'swissmetro', version: '1.0.0', name: 'Train, Swissmetro or car', agents_interact: false },
  ...{ definition_digest: 'd1', headline_outcome: 'swissmetro', recommended_agent_count: 1000, attributes: [] },
  ...{ outcome_groups: [], definition: { decision: {}, population: { attributes: [] }, routing: { examples: [] } } },
  scenario_schema: { properties: { fare: numberSchema('Swissmetro fare'), mailing } },
};

const question = 'Who takes the Swissmetro if fares are 10% lower and seats are red?';
const unread = { reason: 'no_parameter', parameters: [], candidates: [] };
const read = {
  coverage: 'partly',
  interpreted: [{ parameter: 'fare', value: 0.9, words: 'fares are 10% lower', source: 'read' }],
  not_read: [{ ...unread, words: 'seats are red', nearest: [{ mailing: 'neighbors' }] }],
  ...{ also: [], segments: [], suggested: null },
  routed_via: { workflow_name: workflow.name, confidence: 0.97, alternatives: [], explanation: null },
};
const cost = (simulations: number) => ({ simulations, simulations_left: 90, sufficient: true });
const estimate = (simulations = 1) => ({
  ...{ workflow_id: workflow.workflow_id, agent_count: 1000, seed: 7, cost: cost(simulations) },
  ...{ expected_run_time: { ms: 400 }, expected_precision: { headline: { half_width: null }, measures: [] } },
});

/** How the service reads each question, where it differs from `read`. */
interface Reading {
  meta?: object;
  simulations?: number;
}

/** The responses to all requests of the page. */
function responses({ meta, simulations }: Reading) {
  return ({ operation, body }: ReceivedRequest) => {
    switch (operation) {
      case 'GET /v1/usage':
        return { content: { data: { agent_count_ceiling: 10_000, simulations_lifetime: 3 } } };
      case 'GET /v1/runs':
        return { content: { data: [] } };
      case 'GET /v1/case-studies/swissmetro':
        return { content: { data: workflow } };
      case 'POST /v1/simulations/auto': {
        const { dry_run: isDryRun } = body as { dry_run?: boolean };
        const data = isDryRun ? estimate(simulations) : { id: 'sim_1' };
        return { status: isDryRun ? 200 : 202, content: { data, meta: { ...read, ...meta } } };
      }
      default:
        // The definition, for which the engine needs workers, which jsdom lacks: its panel stays loading.
        return undefined;
    }
  };
}

const Address = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
};

describe('the page that answers a question', () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(async () => {
    sessionStorage.clear();
    await stop?.();
  });

  /** Opens the page, with the question of the address. Returns the requests that the service received. */
  async function open(reading: Reading = {}, asked = '') {
    const service = await startStandIn(responses(reading));
    stop = service.stop;
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData(identityKey, { user: { user_id: 'user_1' }, scopes: ['*'] });
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/ask?question=${encodeURIComponent(asked)}`]}>
          <Routes>
            <Route path="/ask" element={<AskPage />} />
            <Route path="*" element={null} />
          </Routes>
          <Address />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    return service.received;
  }
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Your question');
  const type = (value: string) => fireEvent.change(box(), { target: { value } });
  const plan = () => screen.findByText('How the question was read');
  const sent = (received: readonly ReceivedRequest[]) =>
    received.filter(({ operation }) => operation === 'POST /v1/simulations/auto');

  it('A typed question shows the workflow that answers it, and marks the words that set a value and those without effect', async () => {
    const received = await open();
    type(question);
    const marked = (await plan()).nextElementSibling!;
    expect(marked.textContent).toBe(question);
    expect([...marked.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['fares are 10% lower']);
    expect([...marked.querySelectorAll('u')].map(({ textContent }) => textContent)).toEqual(['seats are red']);
    expect(screen.getByRole('heading', { name: workflow.name })).toBeTruthy();
    expect(screen.getByText('Very high confidence: 97%')).toBeTruthy();
    expect(sent(received).map(({ body }) => body)).toEqual([{ question, if_unread: 'run', dry_run: true }]);
  });

  it('A question that is too short shows how many characters it needs, and is not sent', async () => {
    const received = await open();
    expect(screen.getByRole('heading', { name: 'Examples' })).toBeTruthy();
    type('Who?');
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(screen.getByText('Write at least 10 characters.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Run simulation' })).toBeNull();
    expect(sent(received)).toEqual([]);
  });

  it('What the answer lacks comes before the plan, with the possible changes as buttons and a link to own data', async () => {
    await open({ meta: { coverage: 'baseline_only', interpreted: [] } }, question);
    await plan();
    const missing = screen.getByText(
      'The workflow has no parameter for “seats are red”. Only the baseline can answer.',
    );
    const title = screen.getByRole('heading', { name: workflow.name });
    expect(missing.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const notice = within(missing.closest('.notice')!);
    expect(notice.getByRole('button', { name: 'Mailing: Neighbors' })).toBeTruthy();
    expect(notice.getByRole('link', { name: 'your own data' }).getAttribute('href')).toBe('/own-data');
    expect(screen.getByRole('button', { name: 'Run the baseline' })).toBeTruthy();
  });

  it('The run button sends the question with the chosen changes, and opens the page of the simulation', async () => {
    const received = await open({}, question);
    await plan();
    fireEvent.click(screen.getByRole('button', { name: 'Mailing: Neighbors' }));
    fireEvent.click(screen.getByRole('button', { name: 'Run simulation' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/simulations/sim_1'));
    expect(sent(received).at(-1)).toMatchObject({
      body: { question, if_unread: 'run', overrides: { mailing: 'neighbors' } },
      headers: { 'idempotency-key': expect.any(String) as string },
    });
  });

  it('A comparison lists its other simulations, and the run button opens their comparison', async () => {
    const also = [{ id: 'sim_2', words: 'fares are 10% lower', values: { fare: 0.9 }, compare_url: null }];
    await open({ meta: { interpreted: [], also }, simulations: 2 }, question);
    expect(await screen.findByText('Compared with another simulation')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Run 2 simulations' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/compare?ids=sim_1,sim_2'));
  });
});
