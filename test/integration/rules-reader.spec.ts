import { join } from 'node:path';
import { parseDefinition } from '../../model/simulate.js';
import type { Caller } from '../../src/common/identity/caller.js';
import { RulesReader } from '../../src/routing/auto/question-readers.js';
import type { Workflow } from '../../src/workflows/workflow-catalog.service.js';
import { testDefinition } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';
import { slowToRead, withSharedWords, type Choices } from '../support/shared-words.js';

const definition = parseDefinition(testDefinition('usual'));
const usual: Workflow = { definition, digest: 'usual' };
const usualQuestion = 'How many people come if the voucher is $2?';
const question = 'Who comes if the voucher is red?';
const withChoices = (digest: string, choices: Choices): Workflow => ({
  definition: withSharedWords(definition, choices),
  digest,
});
const tooSlow = withChoices('too_slow', slowToRead);
/** Takes several hundred milliseconds, as the first question about its definition. */
const slow = (digest: string) => withChoices(digest, { choices: 20, options: 50, words: 'red '.repeat(50) });
const callerOf = (organizationId: string) => ({ organizationId }) as Caller;

describe('the rules that read questions', () => {
  const thread = join(projectFolder, 'dist/app/routing/auto/rules-reader.thread.js');
  let reader: RulesReader;
  beforeAll(() => {
    // Long enough for a usual question on a busy machine.
    reader = new RulesReader(60_000, thread);
  });
  afterAll(() => reader.onApplicationShutdown());

  it('A question above the time limit is returned as not read, for all workflows of its request', async () => {
    const strict = new RulesReader(100, thread);
    const read = await strict.readFor(callerOf('slow'), question, [usual, tooSlow]);
    await strict.onApplicationShutdown();
    const expected = {
      kind: 'scenario',
      values: [],
      notRead: [{ words: question, reason: 'too_complex', parameters: [] }],
    };
    expect(read).toMatchObject([expected, expected]);
  });

  it('Organizations take turns, so that many slow questions of one delay another by the running one and the next, and the event loop by none', async () => {
    const order: string[] = [];
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const read = async (organization: string, workflow: Workflow, text = question) => {
      const { reading } = await reader.read(callerOf(organization), text, workflow);
      order.push(organization);
      return reading;
    };
    const slowReads = ['one', 'two', 'three'].map((digest) => read('slow', slow(digest)));
    const other = await read('other', usual, usualQuestion);
    await Promise.all(slowReads);
    clearInterval(timer);
    expect(other).toMatchObject({ values: [{ parameter: 'incentive', value: 2 }] });
    expect(order).toEqual(['slow', 'slow', 'other', 'slow']);
    expect(ticks).toBeGreaterThan(20);
  });

  it('The thread reads a question for several workflows in their order, and again without their definitions', async () => {
    const others = ['one', 'two'].map((digest) => ({ definition, digest }));
    for (let round = 0; round < 2; round++) {
      const read = await reader.readFor(callerOf('usual'), usualQuestion, [usual, ...others]);
      expect(read.map(({ values }) => values[0]?.value)).toEqual([2, 2, 2]);
    }
  });
});
