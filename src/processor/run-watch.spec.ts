import { newControl, reportStart, stopRequested, type RunControl, RunWatch } from './run-watch.js';
import { ownThreadTime, threadUsedMs } from '../platform/process/measured.js';

const budgetMs = 1_000;

describe('the watch of a run', () => {
  let control: RunControl;
  let usedMs: number | undefined;
  let watch: RunWatch;
  const isStopped = () => Atomics.load(control, stopRequested) === 1;

  beforeEach(() => {
    jest.useFakeTimers();
    [control, usedMs] = [newControl(), 5_000];
    watch = new RunWatch(control, budgetMs, () => usedMs);
  });
  afterEach(() => {
    watch.stop();
    jest.useRealTimers();
  });

  it('A run that waits for a thread uses none of its processor time', () => {
    jest.advanceTimersByTime(60_000);
    expect([isStopped(), watch.isExceeded, watch.signal.aborted]).toEqual([false, false, false]);
  });

  it('Only the processor time since the start of the run counts, not the elapsed time', () => {
    reportStart(control, { threadId: 7, usedMs: 5_000 });
    usedMs = 6_000;
    jest.advanceTimersByTime(60_000);
    expect(isStopped()).toBe(false);
    usedMs = 6_010;
    jest.advanceTimersByTime(200);
    expect([isStopped(), watch.isExceeded]).toEqual([true, true]);
  });

  it('The elapsed time counts if the operating system does not report the processor time', () => {
    reportStart(control, undefined);
    jest.advanceTimersByTime(900);
    expect(isStopped()).toBe(false);
    jest.advanceTimersByTime(400);
    expect([isStopped(), watch.isExceeded]).toEqual([true, true]);
  });

  it('A thread that does not react to a stop within a second is aborted, without counting as exceeded', () => {
    Atomics.store(control, stopRequested, 1);
    jest.advanceTimersByTime(200);
    expect(watch.signal.aborted).toBe(false);
    jest.advanceTimersByTime(800);
    expect([watch.signal.aborted, watch.isExceeded]).toEqual([true, false]);
  });

  it('A stopped watch changes nothing', () => {
    watch.stop();
    Atomics.store(control, stopRequested, 1);
    jest.advanceTimersByTime(10_000);
    expect(watch.signal.aborted).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });
});

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('The processor time of a thread is read from another place of the process', () => {
  const before = ownThreadTime()!;
  const until = performance.now() + 100;
  while (performance.now() < until);
  expect(threadUsedMs(before.threadId)!).toBeGreaterThanOrEqual(before.usedMs);
  expect(threadUsedMs(2 ** 30)).toBeUndefined();
});
