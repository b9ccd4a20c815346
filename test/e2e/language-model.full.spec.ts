import { injections } from '../support/injections.js';
import type { ServerMode } from '../support/language-model-server.js';
import { QuestionsWithModel } from '../support/questions-with-model.js';

describe('questions with a language model', () => {
  let questions: QuestionsWithModel;

  beforeAll(async () => {
    questions = await QuestionsWithModel.start();
  });
  afterAll(() => questions.stop());
  beforeEach(() => questions.renew());

  it.each<[ServerMode, string]>([
    ['hang', 'did not respond in time'],
    ['write text instead of a document', 'its answer was not valid'],
  ])('Without an answer (%s), the response is the one without a model, with a warning', (mode, reason) =>
    questions.expectResponseWithoutModel(mode, reason),
  );

  const statuses: number[] = [];
  // The fast level has the first one.
  it.each(injections.slice(1))(
    'An injection changes nothing but allowed parameters, even if the model obeys it: %j',
    async (injection) => {
      statuses.push(await questions.expectInjectionIgnored(injection));
    },
  );

  it('At least 20 injections are routed and dry-run', () => {
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
  });
});
