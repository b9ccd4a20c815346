import { CircuitBreaker } from './circuit-breaker.js';
import { LanguageModelError } from './language-model-error.js';

const outage = new LanguageModelError('unavailable', 'refused', true);
const fail = (error: Error) => () => Promise.reject(error);
const succeed = () => Promise.resolve('answer');

describe('a circuit breaker of outages', () => {
  let nowMs: number;
  let breaker: CircuitBreaker;
  beforeEach(() => {
    nowMs = 1_000;
    breaker = new CircuitBreaker(
      ({ isOutage }) => isOutage,
      { maxFailures: 3, pauseMs: 500 },
      () => nowMs,
    );
  });
  const reasonOf = (work: () => Promise<unknown>) =>
    breaker.run(work).then(
      () => 'answered',
      (error: unknown) => (error instanceof LanguageModelError ? error.reason : 'other'),
    );
  const open = async () => {
    for (let count = 0; count < 3; count++) await reasonOf(fail(outage));
  };

  it('Opens after several outages in a row, and runs no work until the pause ends', async () => {
    expect(breaker.isOpen).toBe(false);
    await open();
    expect(breaker.isOpen).toBe(true);
    let runs = 0;
    expect(await reasonOf(() => Promise.resolve(runs++))).toBe('circuit_open');
    nowMs += 499;
    expect(await reasonOf(() => Promise.resolve(runs++))).toBe('circuit_open');
    expect(runs).toBe(0);
  });

  it('After the pause, the first success closes it', async () => {
    await open();
    nowMs += 500;
    expect(await reasonOf(succeed)).toBe('answered');
    await reasonOf(fail(outage));
    expect(breaker.isOpen).toBe(false);
  });

  it('After the pause, one failure opens it for another pause', async () => {
    await open();
    nowMs += 500;
    expect(await reasonOf(fail(outage))).toBe('unavailable');
    expect(await reasonOf(succeed)).toBe('circuit_open');
    nowMs += 500;
    expect(await reasonOf(succeed)).toBe('answered');
  });

  it('After the pause, one request at a time is tried', async () => {
    await open();
    nowMs += 500;
    let finish = (_: string) => {};
    const trial = reasonOf(() => new Promise<string>((resolve) => (finish = resolve)));
    expect(await reasonOf(succeed)).toBe('circuit_open');
    finish('answer');
    expect(await trial).toBe('answered');
    expect(await reasonOf(succeed)).toBe('answered');
  });

  it('A success and an error that is no outage reset the count', async () => {
    const others = [new LanguageModelError('invalid_answer', 'no JSON'), new LanguageModelError('timeout', 'late')];
    for (const work of [succeed, ...others.map(fail), fail(new Error('bug'))]) {
      await reasonOf(fail(outage));
      await reasonOf(fail(outage));
      await reasonOf(work);
      await reasonOf(fail(outage));
      expect(breaker.isOpen).toBe(false);
      await reasonOf(succeed);
    }
  });
});
