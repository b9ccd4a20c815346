import type { Finding } from './finding.js';

const noticeableMs = 1_000;
/** At this difference, rate limits, sign-in links and signatures fail. */
const harmfulMs = 30_000;

/** Difference of another clock to the clock of this machine. The uncertainty is half the time of the request. */
export interface Skew {
  aheadMs: number;
  uncertainMs: number;
}

export async function skewOf(read: () => Promise<number>): Promise<Skew> {
  const [wallMs, startMs] = [Date.now(), performance.now()];
  const otherClockMs = await read();
  const durationMs = performance.now() - startMs;
  return { aheadMs: otherClockMs - (wallMs + durationMs / 2), uncertainMs: durationMs / 2 };
}

export function clockFinding(check: string, { aheadMs, uncertainMs }: Skew): Finding {
  const minDifferenceMs = Math.max(0, Math.abs(aheadMs) - uncertainMs);
  const text = `${Math.abs(aheadMs / 1_000).toFixed(2)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the clock of this machine`;
  const fix = 'synchronize both machines with the same time servers';
  if (minDifferenceMs > harmfulMs) return { check, level: 'problem', text, fix };
  if (minDifferenceMs > noticeableMs) return { check, level: 'warning', text, fix };
  return { check, level: 'ok', text };
}
