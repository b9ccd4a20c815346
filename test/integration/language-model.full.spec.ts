import { randomUUID } from 'node:crypto';
import type { Caller } from '../../src/common/identity/caller.js';
import { newCaller, question, TestLanguageModel, workflow } from '../support/language-model.js';
import type { ServerMode } from '../support/language-model-server.js';

describe('the language model with a server that hangs', () => {
  let fixture: TestLanguageModel;

  beforeAll(async () => {
    fixture = await TestLanguageModel.start();
  });
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.reset());
  afterEach(() => jest.restoreAllMocks());

  it.each<ServerMode>(['hang', 'respond in parts without an end'])(
    'A server that does this gives no answer, and the key is in no log line: %s',
    (mode) => fixture.expectNoAnswer(mode, 'timeout'),
  );

  it('Timeouts of one organization pause its own requests only, and an outage of the server pauses all requests', async () => {
    const [model, slow, other] = [fixture.newModel({ timeoutMs: 2_000 }), newCaller(), newCaller()];
    const send = (caller: Caller) =>
      Promise.all(Array.from({ length: 5 }, () => model.extract(caller, `${question} ${randomUUID()}`, workflow)));
    fixture.server.mode = 'hang';
    await send(slow);
    fixture.server.mode = 'respond';
    expect(await model.extract(slow, question, workflow)).toEqual({ ok: false, reason: 'circuit_open' });
    expect(await model.extract(other, question, workflow)).toMatchObject({ ok: true });
    fixture.server.mode = 'disconnect';
    await send(other);
    fixture.server.mode = 'respond';
    expect(await model.extract(newCaller(), question, workflow)).toEqual({ ok: false, reason: 'circuit_open' });
  });
});
