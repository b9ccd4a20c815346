import { randomUUID } from 'node:crypto';
import type { LanguageModelSettings } from '../../src/config/env.js';
import type { SurveyModel } from '../../src/language-model/survey-model.service.js';
import type { Survey } from '../../src/language-model/tasks/survey.js';
import { itInFullLevel } from '../support/full-level.js';
import type { LanguageModelServer, ServerMode } from '../support/language-model-server.js';
import { ageOf, key, newSurvey, options, question, repeated, TestSurveys } from '../support/survey-model.js';

describe('survey answers of a language model', () => {
  let fixture: TestSurveys;
  let server: LanguageModelServer;

  beforeAll(async () => {
    fixture = await TestSurveys.start();
    ({ server } = fixture);
  });
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.reset());
  afterEach(() => {
    // No text of a survey, and no key.
    expect(fixture.logged.join()).not.toMatch(/household|years|sk-secret/);
    jest.restoreAllMocks();
  });

  const newModel = (more: Partial<LanguageModelSettings> = {}) => fixture.newModel(more);
  const run = (survey: Survey, model?: SurveyModel, stop?: AbortSignal) => fixture.run(survey, model, stop);

  it('Each person is one request with a fixed prompt, the attributes as data and the options as a strict schema', async () => {
    const done: number[] = [];
    const answered = await newModel().answers(newSurvey([20, 60]), new AbortController().signal, (n) => done.push(n));
    expect(answered).toEqual({
      model: 'some-model',
      answers: [['yes'], ['no']],
      unanswered: {},
      usage: { requests: 2, cached_answers: 0, unreported: 0, prompt_tokens: 200, completion_tokens: 10 },
    });
    expect(done).toEqual([1, 2]);
    const [first, second] = server.requests.toSorted((a, b) => ageOf(a) - ageOf(b));
    expect(first).toMatchObject({
      task: 'survey',
      headers: { authorization: `Bearer ${key}` },
      data: { person: { Age: '20 years' }, question, options },
      body: {
        temperature: 1,
        response_format: { json_schema: { strict: true, schema: { properties: { answer: { enum: ['yes', 'no'] } } } } },
      },
    });
    expect(first?.system).toBe(second?.system);
    expect(first?.body['seed']).not.toBe(second?.body['seed']);
    expect(first?.system).not.toContain('waste');
  });

  it('Identical people and replicates get answers of their own, and the same survey again pays for none', async () => {
    let answer = 0;
    server.write = () => ({ answer: answer++ % 2 === 0 ? 'yes' : 'no' });
    const survey = newSurvey([30, 30], { replicates: 2 });
    const first = await run(survey);
    expect(server.requests).toHaveLength(4);
    expect(first.answers.flat().toSorted()).toEqual(['no', 'no', 'yes', 'yes']);
    const again = await run(survey, newModel({ dailySurveyRequests: 4 }));
    expect(server.requests).toHaveLength(4);
    expect(again).toEqual({ ...first, usage: { ...first.usage, requests: 0, cached_answers: 4 } });
    // Other organizations, seeds and models have their own answers.
    await run({ ...survey, owner: { organizationId: randomUUID(), tier: 'sandbox' } });
    await run({ ...survey, seed: 8 });
    await run(survey, newModel({ model: 'other-model' }));
    expect(server.requests).toHaveLength(16);
  });

  it.each<ServerMode>([
    'status 500',
    'status 429',
    'disconnect',
    'write text instead of a document',
    'stop at the token limit',
    'send text instead of JSON',
  ])('A request that fails once is sent again: %s', async (mode) => {
    server.mode = () => (server.requests.length <= 1 ? mode : 'respond');
    expect(await run(newSurvey([20]))).toMatchObject({ answers: [['yes']], unanswered: {}, usage: { requests: 2 } });
  });

  it('A person without a valid answer after three attempts is missing, and the tokens of the attempts count', async () => {
    server.write = (request) => ({ answer: ageOf(request) < 40 ? 'yes' : 'perhaps' });
    expect(await run(newSurvey([20, 60]))).toMatchObject({
      answers: [['yes'], [null]],
      unanswered: { invalid_answer: 1 },
      usage: { requests: 4, prompt_tokens: 400, completion_tokens: 20 },
    });
    expect(new Set(server.requests.map(({ body }) => body['seed'])).size).toBe(4);
  });

  it('A request that the server rejects for its content is not sent again', async () => {
    server.mode = (request) => (ageOf(request) < 40 ? 'respond' : 'status 400');
    expect(await run(newSurvey([20, 60]))).toMatchObject({
      answers: [['yes'], [null]],
      unanswered: { unavailable: 1 },
      usage: { requests: 2 },
    });
  });

  it('The budget of requests limits the surveys of an organization, over all processes', async () => {
    const survey = newSurvey([20, 20, 20, 60, 60]);
    const answered = await run(survey, newModel({ dailySurveyRequests: 3 }));
    expect(answered).toMatchObject({ unanswered: { budget_used_up: 2 }, usage: { requests: 3 } });
    expect(await run({ ...survey, seed: 8 }, newModel({ dailySurveyRequests: 3 }))).toMatchObject({
      unanswered: { budget_used_up: 5 },
      usage: { requests: 0 },
    });
  });

  it('The budget of tokens counts what the server reports, and needs the estimate of a request before it', async () => {
    const limited = await run(newSurvey(repeated(40)), newModel({ dailySurveyTokens: 2_000 }));
    const used = limited.usage.prompt_tokens + limited.usage.completion_tokens;
    // Each request reports 105 tokens, and its estimate is about 350.
    expect(used).toBeGreaterThan(1_000);
    expect(used).toBeLessThanOrEqual(2_000);
    expect(limited.unanswered.budget_used_up).toBe(40 - limited.usage.requests);
  });

  it('Without reported tokens, the sums are marked as incomplete', async () => {
    server.usage = null;
    expect(await run(newSurvey([20]))).toMatchObject({
      usage: { requests: 1, unreported: 1, prompt_tokens: 0, completion_tokens: 0 },
    });
  });

  it('A stop ends requests without a response, and sends no more', async () => {
    server.mode = 'hang';
    const controller = new AbortController();
    const stopped = run(newSurvey(repeated(20)), newModel(), controller.signal);
    while (server.requests.length < 4) await new Promise(setImmediate);
    controller.abort(new Error('the run was canceled'));
    await expect(stopped).rejects.toThrow('the run was canceled');
    expect(server.requests).toHaveLength(4);
  });

  itInFullLevel('A request that times out is sent again', async () => {
    server.mode = () => (server.requests.length <= 1 ? 'hang' : 'respond');
    const answered = await run(newSurvey([20]), newModel({ timeoutMs: 2_000 }));
    expect(answered).toMatchObject({ answers: [['yes']], usage: { requests: 2 } });
  });

  itInFullLevel(
    'A server that is down receives a limited number of requests, regardless of the number of people',
    async () => {
      server.mode = 'status 500';
      const { answers, unanswered, usage } = await run(newSurvey(repeated(200)));
      expect(answers.flat().every((answer) => answer === null)).toBe(true);
      expect(unanswered.circuit_open).toBeGreaterThan(180);
      expect(usage.requests).toBeLessThan(24);
    },
  );
});
