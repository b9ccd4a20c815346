import fc from 'fast-check';
import { LocalSlidingWindow, windowMs } from './rate-limiter.service.js';

const limit = 4;

describe('LocalSlidingWindow', () => {
  it('A full window accepts the next request exactly when the oldest request leaves it', () => {
    const window = new LocalSlidingWindow();
    const take = (nowMs: number) => window.take('key', limit, nowMs);
    expect([0, 10, 20, 30].map((nowMs) => take(nowMs))).toEqual([
      { allowed: true, remaining: 3, resetMs: windowMs },
      { allowed: true, remaining: 2, resetMs: windowMs - 10 },
      { allowed: true, remaining: 1, resetMs: windowMs - 20 },
      { allowed: true, remaining: 0, resetMs: windowMs - 30 },
    ]);
    expect(take(windowMs - 1)).toEqual({ allowed: false, remaining: 0, resetMs: 1 });
    expect(take(windowMs).allowed).toBe(true);
    expect(take(windowMs).allowed).toBe(false);
    expect(take(windowMs + 10).allowed).toBe(true);
  });

  it('For random arrival times, a request is accepted if and only if its window is not full', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: windowMs / 3 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        const window = new LocalSlidingWindow();
        const acceptedMs: number[] = [];
        let nowMs = 0;
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          const inWindow = acceptedMs.filter((atMs) => atMs > nowMs - windowMs).length;
          const { allowed } = window.take('key', limit, nowMs);
          expect(allowed).toBe(inWindow < limit);
          if (allowed) acceptedMs.push(nowMs);
        }
      }),
    );
  });
});
