import type { Finding } from './finding.js';

const noticeableMs = 1_000;
/** Limits, sign-in links and signatures are no longer what they should be. */
const harmfulMs = 30_000;

/** How far another clock is ahead of this machine's, in ms, and how far that may be wrong: its answer took as long. */
export interface Skew {
  aheadMs: number;
  uncertainMs: number;
}

export async function skewOf(read: () => Promise<number>): Promise<Skew> {
  const [wallMs, startMs] = [Date.now(), performance.now()];
  const there = await read();
  const tookMs = performance.now() - startMs;
  return { aheadMs: there - (wallMs + tookMs / 2), uncertainMs: tookMs / 2 };
}

export function clockFinding(check: string, { aheadMs, uncertainMs }: Skew): Finding {
  const least = Math.max(0, Math.abs(aheadMs) - uncertainMs);
  const text = `${Math.abs(aheadMs / 1_000).toFixed(2)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  const mend = 'let both machines ask the same time servers';
  if (least > harmfulMs) return { check, level: 'problem', text, mend };
  if (least > noticeableMs) return { check, level: 'warning', text, mend };
  return { check, level: 'ok', text };
}
