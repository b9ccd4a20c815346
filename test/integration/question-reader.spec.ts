import { join } from 'node:path';
import { parseDefinition } from '../../src/engine/index.js';
import { QuestionReader } from '../../src/routing/auto/question-reader.service.js';
import { testDefinition } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';
import { slowToRead, withSharedWords, type Choices } from '../support/shared-words.js';

const definition = parseDefinition(testDefinition('usual'));
const usual = { workflow: { definition, digest: 'usual' }, question: 'How many people come if the voucher is $2?' };
const askedOf = (digest: string, choices: Choices) => ({
  workflow: { definition: withSharedWords(definition, choices), digest },
  question: 'Who comes if the voucher is red?',
});
const tooSlow = askedOf('too_slow', slowToRead);
/** Takes several hundred milliseconds, as the first question about its definition. */
const slow = (digest: string) => askedOf(digest, { choices: 20, options: 50, words: 'red '.repeat(50) });

describe('the reader of questions', () => {
  let reader: QuestionReader;
  beforeAll(() => {
    // Long enough for a usual question on a busy machine.
    reader = new QuestionReader(2_000, join(projectFolder, 'dist/app/routing/auto/question-reader.thread.js'));
  });
  afterAll(() => reader.onApplicationShutdown());

  it('A question above the time limit is returned as not read, with all questions of its request', async () => {
    const read = await reader.read('slow', [usual, tooSlow]);
    expect(read).toMatchObject(
      [usual, tooSlow].map(({ question }) => ({
        kind: 'scenario',
        interpreted: [],
        notInterpreted: [{ words: question, reason: 'too_complex', parameters: [] }],
      })),
    );
  });

  it('Organizations take turns, so that many slow questions of one delay another by the running one and the next, and the event loop by none', async () => {
    const order: string[] = [];
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const read = async (organization: string, asked: typeof usual) => {
      const [interpretation] = await reader.read(organization, [asked]);
      order.push(organization);
      return interpretation;
    };
    const slowReads = ['one', 'two', 'three'].map((digest) => read('slow', slow(digest)));
    const other = await read('other', usual);
    await Promise.all(slowReads);
    clearInterval(timer);
    expect(other).toMatchObject({ interpreted: [{ parameter: 'incentive', value: 2 }] });
    expect(order).toEqual(['slow', 'slow', 'other', 'slow']);
    expect(ticks).toBeGreaterThan(20);
  });

  it('The thread reads several questions of one request in their order, and again without their definitions', async () => {
    const questions = ['How many people come if the voucher is $1?', 'How many people come if the voucher is $2?'];
    const asked = questions.map((question) => ({ ...usual, question }));
    for (let round = 0; round < 2; round++) {
      const read = await reader.read('usual', asked);
      expect(read.map(({ interpreted }) => interpreted[0]?.value)).toEqual([1, 2]);
    }
  });
});
