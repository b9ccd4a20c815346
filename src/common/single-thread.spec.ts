import { SingleThread, TookTooLongError } from './single-thread.js';

const computeTimeoutMs = 20_000;
const threadWith = (timeoutMs = computeTimeoutMs) =>
  new SingleThread<string, string>({
    filename: 'data:text/javascript,export default () => new Promise(() => setInterval(() => undefined, 1_000))',
    work: 'a test',
    maxPerOrganization: 4,
    computeTimeoutMs: timeoutMs,
  });

describe('SingleThread', () => {
  afterEach(() => jest.useRealTimers());

  it('Work of one organization that takes its whole compute timeout does not end the wait of another organization', async () => {
    jest.useFakeTimers();
    const thread = threadWith();
    const slow = thread.inTurn('slow', () => new Promise((resolve) => setTimeout(resolve, computeTimeoutMs)));
    const waiting = thread.inTurn('other', () => Promise.resolve('computed'));
    await jest.advanceTimersByTimeAsync(computeTimeoutMs);
    await slow;
    expect(await waiting).toBe('computed');
    jest.useRealTimers();
    await thread.close();
  });

  it('Organizations take turns, so that an organization with much work delays another by one piece of it', async () => {
    const thread = threadWith();
    const order: string[] = [];
    const work = (organization: string) =>
      thread.inTurn(organization, () => {
        order.push(organization);
        return new Promise((resolve) => setTimeout(resolve, 1));
      });
    await Promise.all([work('busy'), work('busy'), work('busy'), work('other'), work('other')]);
    expect(order).toEqual(['busy', 'busy', 'other', 'busy', 'other']);
    await thread.close();
  });

  it('Work that exceeds the compute timeout is terminated with an error of its own', async () => {
    const thread = threadWith(300);
    await expect(thread.inTurn('slow', (run) => run('task'))).rejects.toBeInstanceOf(TookTooLongError);
    await thread.close();
  });
});
