import { FailingApi } from '../support/faults/failing-api.js';
import {
  comparing,
  effects,
  rotating,
  simulating,
  sweeping,
  type Effect,
} from '../support/faults/idempotent-effects.js';
import type { Moment } from '../support/postgres-proxy.js';

const at = (moment: Moment, some: readonly Effect[]) => some.map((effect) => ({ moment, ...effect }));

describe('an API process that fails during an idempotent request', () => {
  let api: FailingApi;

  beforeAll(async () => {
    api = await FailingApi.start();
  });
  afterAll(() => api.stop());

  it.each([...at('before', [rotating, comparing, sweeping]), ...at('after', effects)])(
    'When the API loses the database $moment any step of $name, a retry gets the response and the effect occurs once',
    ({ moment, ...effect }) => api.expectOnceIfCutAtAnyStep(effect, moment),
  );

  it.each(effects)(
    'When the API loses the database before the commit of $name, a retry gets the response and the effect occurs once',
    (effect) => api.expectOnceIfCutAtCommit(effect, 'before'),
  );

  it.each([...at('before', effects), ...at('after', [rotating, simulating, comparing, sweeping])])(
    'When the API is killed $moment the commit of $name, a retry gets the response and the effect occurs once',
    ({ moment, ...effect }) => api.expectOnceIfKilledAtCommit(effect, moment),
  );
});
