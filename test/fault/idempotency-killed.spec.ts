import { FailingApi } from '../support/faults/failing-api.js';
import { creating, effects, simulating } from '../support/faults/idempotent-effects.js';

describe('an API process that fails during an idempotent request', () => {
  let api: FailingApi;

  beforeAll(async () => {
    api = await FailingApi.start();
  });
  afterAll(() => api.stop());

  // After a statement is the same as before the next one, except at the commit.
  it.each([creating, simulating])(
    'When the API loses the database before any step of $name, a retry gets the response and the effect occurs once',
    (effect) => api.expectOnceIfCutAtAnyStep(effect, 'before'),
  );

  it.each(effects)(
    'When the API loses the database after the commit of $name, a retry gets the response and the effect occurs once',
    (effect) => api.expectOnceIfCutAtCommit(effect, 'after'),
  );

  it('When the API is killed after the commit of creating a key, a retry gets the response and the effect occurs once', () =>
    api.expectOnceIfKilledAtCommit(creating, 'after'));
});
