import { newSurvey, repeated, TestSurveys } from '../support/survey-model.js';

describe('surveys with a language model that is slow or down', () => {
  let fixture: TestSurveys;

  beforeAll(async () => {
    fixture = await TestSurveys.start();
  });
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.reset());
  afterEach(() => fixture.expectNoPrivateTextInLogs());

  it('A request that times out is sent again', async () => {
    fixture.server.mode = () => (fixture.server.requests.length <= 1 ? 'hang' : 'respond');
    const answered = await fixture.run(newSurvey([20]), fixture.newModel({ timeoutMs: 2_000 }));
    expect(answered).toMatchObject({ answers: [['yes']], usage: { requests: 2 } });
  });

  it('A server that is down receives a limited number of requests, regardless of the number of people', async () => {
    fixture.server.mode = 'status 500';
    const { answers, unanswered, usage } = await fixture.run(newSurvey(repeated(200)));
    expect(answers.flat().every((answer) => answer === null)).toBe(true);
    expect(unanswered.circuit_open).toBeGreaterThan(180);
    expect(usage.requests).toBeLessThan(24);
  });
});
