// Test questions in other languages. cspell:disable
import { ApiClient } from '../support/api-client.js';
import { sharedAddress } from '../support/shared-address.js';
import { newCaller } from '../support/shared-service.js';
import { finished, type SimulationRecord } from '../support/simulations.js';

const path = '/v1/simulations/auto';
const floor = 0.65;

const plain: readonly [question: string, workflowId: string][] = [
  ['How many Californians would buy an electric car if it cost 20% less?', 'alt-fuel-vehicle-choice'],
  ["Hunt's cuts its price: do Heinz families switch?", 'catsup-brand-choice'],
  ['What if the 32 ounce Heinz ketchup is on display on half of the shopping trips?', 'catsup-brand-choice'],
  ['Do more donors give to the charity if a sponsor matches each dollar three to one?', 'charity-match-mailing'],
  ['How many Australians would pay 50 dollars a year to protect Kakadu from mining?', 'conservation-wtp'],
  ['How fast does family planning spread among the women of a Korean village?', 'family-planning-network'],
  ['Which mailing raises voter turnout more, civic duty or the neighbors?', 'gotv-social-pressure'],
  ['How many doctor visits do families make if the coinsurance rate is 50%?', 'health-insurance-visits'],
  ['How many Malawians pick up their HIV test result for a voucher of two dollars?', 'hiv-test-incentive'],
  ['How satisfied are tenants of tower blocks in Copenhagen with their housing?', 'housing-satisfaction'],
  ['How quickly do Iowa farmers adopt hybrid corn from their neighbors?', 'hybrid-corn-network'],
  ['How do people choose between plane, train, bus and car?', 'intercity-mode-choice'],
  ['Who would stop flying between Montreal and Toronto if the train were 20% cheaper?', 'intercity-mode-choice'],
  ["How often do players cooperate in a repeated prisoner's dilemma?", 'repeated-pd-cooperation'],
  ['How many travellers would take the Swissmetro if its fares were 20% lower?', 'swissmetro-mode-choice'],
  ['What share of Swiss commuters chooses the car when driving costs 30% more?', 'swissmetro-mode-choice'],
  ['How fast does a new home appliance spread among households if advertising doubles?', 'technology-adoption-bass'],
  ['How long do people stay unemployed if their benefits are 10% lower?', 'unemployment-duration'],
  ['How many weeks do laid-off workers need to find a new job?', 'unemployment-duration'],
  ['Do more people support spending if the question says assistance to the poor?', 'welfare-wording-experiment'],
];
const unanswerable: readonly [text: string, language: string | null][] = [
  ['Which pizza has the crispest crust in Naples?', null],
  ['blorp wibble frumious snark gyre and gimble', null],
  ['🚂🚂🚂🚂🚂🚂🚂🚂🚂🚂', null],
  ['..........', null],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', null],
  ['What is the capital of Mongolia, and how high is it?', null],
  ['Wie viele Reisende würden die Swissmetro nehmen, wenn die Fahrkarten billiger wären?', 'de'],
  ['Combien de voyageurs prendraient le train si les billets étaient moins chers ?', 'fr'],
  ['Сколько людей поедет поездом, если билет подешевеет?', 'ru'],
  ['火车票便宜两成会怎样呢请告诉我吧', 'zh'],
];

interface Alternative {
  workflow_id: string;
  name: string;
  confidence: number;
  request: object;
}
interface RoutedVia extends Alternative {
  workflow_name: string;
  alternatives: Alternative[];
}

const isSorted = (all: readonly Alternative[]) =>
  all.every(({ confidence }, at) => at === 0 || confidence <= all[at - 1]!.confidence);

describe('the contract of questions, sections 4.3 and 7', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = new ApiClient(await sharedAddress('EMBEDDINGS'), (await newCaller()).key);
  });

  it.each(plain)('The plain question “%s” gets 202 with a simulation of %s', async (question, workflowId) => {
    const { status, headers, body } = await api.post<SimulationRecord>(path, { question, agent_count: 10 });
    expect([status, body.error]).toEqual([202, undefined]);
    expect(body.data).toMatchObject({ object: 'simulation', status: 'queued', workflow_id: workflowId });
    expect(headers.get('location')).toBe(`/v1/simulations/${body.data.id}`);
    const via = body.meta['routed_via'] as RoutedVia;
    expect(via).toMatchObject({ workflow_id: workflowId, workflow_name: expect.any(String) as string });
    expect(via.confidence).toBeGreaterThanOrEqual(floor);
    expect(via.confidence).toBeLessThanOrEqual(1);
    expect(isSorted(via.alternatives)).toBe(true);
    expect((await api.call(`/v1/simulations/${body.data.id}`)).status).toBe(200);
  });

  it.each(unanswerable)('The text “%s” gets 422 with one to five sorted alternatives', async (question, language) => {
    const { status, body } = await api.post(path, { question });
    expect([status, body.error]).toEqual([422, 'routing_low_confidence']);
    const alternatives = body.meta['alternatives'] as Alternative[];
    expect(alternatives.length).toBeGreaterThanOrEqual(1);
    expect(alternatives.length).toBeLessThanOrEqual(5);
    expect(isSorted(alternatives)).toBe(true);
    for (const { workflow_id, name, confidence } of alternatives) {
      expect([workflow_id, name]).toEqual([expect.any(String), expect.any(String)]);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThan(floor);
    }
    expect(body.meta['language']).toBe(language);
    if (language !== null) expect(body.meta['message']).toContain('English');
  });

  it('The request of an alternative is accepted by POST /v1/simulations, and has the agents and seed of the question', async () => {
    for (const [question] of unanswerable) {
      const { body } = await api.post(path, { question, agent_count: 10, seed: 7 });
      for (const { workflow_id, request } of body.meta['alternatives'] as Alternative[]) {
        expect(request).toMatchObject({ workflow_id, agent_count: 10, seed: 7 });
        const { status } = await api.post('/v1/simulations', { ...request, dry_run: true });
        expect([workflow_id, status]).toEqual([workflow_id, 200]);
      }
    }
    const { body } = await api.post(path, { question: unanswerable[0]![0] });
    for (const { request } of body.meta['alternatives'] as Alternative[])
      expect((await api.post('/v1/simulations', request)).status).toBe(202);
  });

  it('The simulation of a question is in the list, and its results are 409 until it is completed', async () => {
    const { body } = await api.post<SimulationRecord>(path, { question: plain[14]![0], agent_count: 10 });
    const { id } = body.data;
    const listed = await api.call<SimulationRecord[]>('/v1/simulations');
    expect(listed.body.data.map((one) => one.id)).toContain(id);
    const early = await api.call(`/v1/simulations/${id}/results`);
    const record = await finished(api, id);
    if (early.status !== 200) expect([early.status, early.body.error]).toEqual([409, 'simulation_not_complete']);
    expect(record.status).toBe('completed');
    expect((await api.call<object[]>(`/v1/simulations/${id}/results`)).body.data).toHaveLength(10);
  });

  it('A question of an organization without quota gets 402 insufficient_quota', async () => {
    const small = await newCaller({ plan: 'sandbox' });
    const points = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 100 };
    const sweep = { workflow_id: 'swissmetro-mode-choice', agent_count: 1, parameters: [points] };
    expect((await small.post('/v1/sweeps', sweep)).status).toBe(202);
    const { status, body } = await small.post(path, { question: plain[14]![0], agent_count: 1 });
    expect([status, body.error]).toEqual([402, 'insufficient_quota']);
  });

  it('A question with an unknown key gets 401, and one without a question 400', async () => {
    const unknown = new ApiClient(api.url, `sk_test_${'0'.repeat(64)}`);
    const refused = await unknown.post(path, { question: plain[14]![0] });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_or_revoked_api_key']);
    const empty = await api.post(path, {});
    expect([empty.status, empty.body.error]).toEqual([400, 'validation_error']);
  });
});
