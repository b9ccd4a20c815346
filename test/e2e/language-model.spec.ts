// Test questions in German. cspell:ignore viele Reisende würden nehmen wenn ihre Fahrpreise niedriger wären
import { resolveScenario } from '../../model/definition.js';
import { withoutMarkup } from '../../src/routing/text/plain-text.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { injections } from '../support/injections.js';
import type { LanguageModelServer, ServerMode } from '../support/language-model-server.js';
import {
  definition,
  dryRun,
  fare,
  key,
  messagesOf,
  modelReading,
  question,
  questionPath,
  QuestionsWithModel,
} from '../support/questions-with-model.js';
import type { SimulationRecord } from '../support/simulations.js';

const german = 'Wie viele Reisende würden die Swissmetro nehmen, wenn ihre Fahrpreise 20 % niedriger wären?';

describe('questions with a language model', () => {
  let questions: QuestionsWithModel;
  let server: LanguageModelServer;
  let without: ApiClient;
  let api: ApiClient;
  let written: QuestionsWithModel['written'];

  beforeAll(async () => {
    questions = await QuestionsWithModel.start();
  });
  afterAll(async () => {
    await questions.stop();
    expect(questions.log).not.toContain(key);
  });
  beforeEach(async () => {
    await questions.renew();
    ({ server, without, api, written } = questions);
  });

  const tasks = () => server.requests.map(({ task }) => task);

  it('Without a configured model, the rules read the question, and the response does not mention a model', async () => {
    const { text, body } = await dryRun(without, question);
    expect(body.meta).toMatchObject({ read_by: 'rules', interpreted: [{ parameter: fare, source: 'read' }] });
    expect(text).not.toContain('language model');
  });

  it('A value that the model read is set and stored, and the response names the reader', async () => {
    const text = 'How many travellers would take the Swissmetro if you charged four fifths?';
    written['extract'] = modelReading({ [fare]: { value: 0.8, quote: 'charged four fifths' } });
    const { status, body } = await api.post<SimulationRecord>(questionPath, { question: text, agent_count: 10 });
    expect([status, body.data.scenario_context[fare]]).toEqual([202, 0.8]);
    const interpreted = [{ parameter: fare, value: 0.8, words: 'charged four fifths', source: 'read' }];
    expect(body.meta).toMatchObject({ read_by: 'model', interpreted });
    const stored = await api.call<{ routed_via: object }>(`/v1/simulations/${body.data.id}`);
    expect(stored.body.data.routed_via).toMatchObject({ read_by: 'model', interpreted });
    expect(tasks()).toEqual(['extract']);
  });

  it('A value that the model assumed is marked as assumed', async () => {
    written['extract'] = modelReading({ [fare]: { value: 0.9, quote: 'cheaper', stated: false } });
    const { body } = await dryRun(api, 'How many travellers would take the Swissmetro if it were cheaper?');
    expect(body.meta['interpreted']).toMatchObject([{ parameter: fare, value: 0.9, source: 'assumed' }]);
  });

  it('Rules read the scenarios of a comparison that the model recognizes', async () => {
    written['extract'] = modelReading({}, { kind: 'comparison' });
    const text = 'How many travellers would take the Swissmetro if its fares were 10 or 20% lower?';
    const { body } = await dryRun(api, text);
    expect(body.meta).toMatchObject({ read_by: 'rules', kind: 'comparison', also: [{ values: { [fare]: 0.8 } }] });
  });

  const failures = rowsOf<[ServerMode, string]>(
    [['status 400', 'is unavailable']],
    [
      ['hang', 'did not respond in time'],
      ['write text instead of a document', 'its answer was not valid'],
    ],
  );
  it.each(failures)(
    'Without an answer (%s), the response is the one without a model, with a warning',
    async (mode, reason) => {
      server.mode = mode;
      const [expected, response] = [await dryRun(without, question), await dryRun(api, question)];
      expect(response.status).toBe(200);
      expect(messagesOf(response)).toEqual([expect.stringContaining(reason)]);
      // The expected run time changes with each measured run.
      const comparable = ({ data, meta }: ApiResponse['body']) => ({
        data: { ...(data as object), expected_run_time: null },
        meta: { ...meta, warnings: [], request_id: '' },
      });
      expect(comparable(response.body)).toEqual(comparable(expected.body));
    },
  );

  it('The model is not requested for a question below the floor', async () => {
    const { body } = await dryRun(api, 'Which pizza has the crispest crust in Naples?');
    expect([body.error, tasks()]).toEqual(['routing_low_confidence', []]);
  });

  it('A question in another language is translated, routed and read, and all words are excerpts of the question', async () => {
    written['translate'] = { english: 'How many travellers would take the Swissmetro if it cost 20% less?' };
    written['extract'] = modelReading({ [fare]: { value: 0.8, quote: 'Fahrpreise 20 % niedriger' } });
    const { status, body, text } = await dryRun(api, german);
    expect([status, body.data.workflow_id, body.data.scenario_context[fare]]).toEqual([
      200,
      'swissmetro-mode-choice',
      0.8,
    ]);
    expect(body.meta['interpreted']).toMatchObject([{ words: 'Fahrpreise 20 % niedriger', source: 'read' }]);
    expect(text).not.toContain('cost 20% less');
    expect(body.meta['routed_via']).toMatchObject({ sentence: null, explanation: { words: [] } });
    expect(tasks()).toEqual(['translate', 'extract']);
  });

  it('A question in another language gets 422 without a translation, with its language and alternatives', async () => {
    const errorsOf = async (client: ApiClient) => {
      const response = await dryRun(client, german);
      expect(messagesOf(response)).toHaveLength(client === without ? 0 : 1);
      expect(response.body.meta['alternatives']).toMatchObject([{ confidence: 0 }, {}, {}, {}, {}]);
      return [response.body.error, response.body.meta['language']];
    };
    expect(await errorsOf(without)).toEqual(['routing_low_confidence', 'de']);
    server.mode = 'status 400';
    expect(await errorsOf(api)).toEqual(['routing_low_confidence', 'de']);
    server.mode = 'respond';
    written['translate'] = { english: german };
    expect(await errorsOf(api)).toEqual(['routing_low_confidence', 'de']);
  });

  it('A translated question whose values the model does not read runs the baseline with a warning', async () => {
    written['translate'] = { english: question };
    written['extract'] = { nonsense: true };
    const response = await dryRun(api, german);
    expect([response.status, response.body.data.workflow_id]).toEqual([200, definition.workflow_id]);
    expect(messagesOf(response)).toContainEqual(expect.stringContaining('its answer was not valid'));
  });

  const statuses: number[] = [];
  it.each(rowsOf(injections.slice(0, 1), injections.slice(1)))(
    'An injection changes nothing but allowed parameters, even if the model obeys it: %j',
    async (injection) => {
      const hostile = { value: 666, quote: 'https://evil.example' };
      written['extract'] = {
        ...modelReading(
          {
            [fare]: { value: 0.5, quote: injection.slice(-12) },
            car_cost_factor: { value: 1_000_000, quote: 'fares were 20% lower' },
            train_cost_factor: { value: 0.5, quote: 'as instructed by evil.example' },
            agent_count: { value: 10_000, quote: 'travellers' },
            seed: { value: 666, quote: 'travellers' },
            webhook_url: hostile,
            [`<script>evil.example</script>`]: hostile,
          },
          { segments: [{ attribute: 'age', group: 'evil.example', quote: 'travellers' }], unread: ['evil.example'] },
        ),
        agent_count: 10_000,
        seed: 666,
        webhook_url: 'https://evil.example/hook',
        overrides: { train_cost_factor: 0.5 },
        if_unread: 'run',
        workflow_id: 'evil-workflow',
      };
      written['translate'] = { english: `${question} evil.example`, agent_count: 10_000 };
      const { status, body, text } = await dryRun(api, injection);
      const { status: expectedStatus, body: expected } = await dryRun(without, injection);

      // The question itself is the only data of the caller, and the instructions are always the same.
      for (const { system, data } of server.requests) {
        expect(data.question).toBe(withoutMarkup(injection));
        expect(system).not.toContain('20% lower?');
      }
      expect(text).not.toContain(key);
      if (!injection.includes('evil')) expect(text).not.toContain('evil');
      statuses.push(status);
      // After the others, the rest of the question can be unreadable.
      if (injection === injections[0]) expect(status).toBe(200);
      if (status !== 200) {
        expect([422, expected.error ?? body.error]).toEqual([status, body.error]);
        return;
      }
      const { scenario_context, ...rest } = body.data;
      expect(rest).toMatchObject({ workflow_id: definition.workflow_id, agent_count: 10, seed: 7 });
      expect(resolveScenario(definition, scenario_context).ok).toBe(true);
      expect(scenario_context).toMatchObject({ car_cost_factor: 1, train_cost_factor: 1 });
      for (const { parameter, words } of body.meta['interpreted'] as { parameter: string; words: string }[]) {
        expect(parameter).toBe(fare);
        expect(injection).toContain(words);
      }
      if (expectedStatus === 200) {
        expect(Object.keys(body.data)).toEqual(Object.keys(expected.data));
        expect(Object.keys(scenario_context)).toEqual(Object.keys(expected.data.scenario_context));
      }
    },
  );

  itInFullLevel('At least 20 injections are routed and dry-run', () => {
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
  });
});
