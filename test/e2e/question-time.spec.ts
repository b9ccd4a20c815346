import { randomUUID } from 'node:crypto';
import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { newCaller, sharedClient } from '../support/shared-service.js';
import { colorQuestion, publishShared, slowToRead } from '../support/shared-words.js';
import type { SimulationRecord } from '../support/simulations.js';

const path = '/v1/simulations/auto';
/** The limit of `RulesReader`. */
const readLimitMs = 3_000;
const maxQuestionCharacters = 2_000;

describe('the time to read a question', () => {
  it.each(rowsOf([20], [1, 2]))(
    'A question that repeats the word of all options of %d choices runs with everything unread',
    async (choices) => {
      const api = await newCaller();
      await publishShared(api, { choices, options: 10, words: 'red' });
      const question = `${colorQuestion} ${'red '.repeat(maxQuestionCharacters)}`.slice(0, maxQuestionCharacters);
      const { status, body } = await api.post<SimulationRecord>(path, { question, agent_count: 10 });
      const not_read = [{ words: question.trim(), reason: 'too_complex' }];
      expect([status, body]).toMatchObject([202, { meta: { kind: 'scenario', interpreted: [], not_read } }]);
    },
  );

  itInFullLevel(
    'A question above the time limit runs with everything unread, and the service responds to other requests meanwhile',
    async () => {
      const [api, other] = [await newCaller(), await newCaller()];
      await publishShared(api, slowToRead);
      const health = sharedClient();
      const request = { question: colorQuestion, agent_count: 10 };
      let readAtMs = Infinity;
      const reading = api.post<SimulationRecord>(path, request).finally(() => (readAtMs = performance.now()));
      const probed: { fromMs: number; toMs: number }[] = [];
      while (readAtMs === Infinity) {
        const fromMs = performance.now();
        const probes = await Promise.all([health.call('/livez'), other.call('/v1/usage')]);
        expect(probes.map(({ status }) => status)).toEqual([200, 200]);
        probed.push({ fromMs, toMs: performance.now() });
      }
      expect((await reading).body).toMatchObject({
        meta: { interpreted: [], not_read: [{ words: colorQuestion, reason: 'too_complex' }] },
      });
      // A blocked process responds to no probe that arrives while it reads, which takes the whole limit.
      const whileReading = ({ fromMs, toMs }: (typeof probed)[0]) =>
        fromMs > readAtMs - readLimitMs && toMs < readAtMs - readLimitMs / 3;
      expect(probed.filter(whileReading)).not.toEqual([]);
    },
  );

  itInFullLevel(
    'A retry with the same idempotency key returns the first response, although the question is read again',
    async () => {
      const api = await newCaller();
      await publishShared(api, slowToRead);
      const request = { question: colorQuestion, agent_count: 10 };
      const headers = { 'Idempotency-Key': randomUUID() };
      const send = () => api.call<SimulationRecord>(path, { method: 'POST', json: request, headers });
      const first = await send();
      const second = await send();
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.body.data.id).toBe(first.body.data.id);
      expect(second.body.meta['not_read']).toEqual(first.body.meta['not_read']);
    },
  );
});
