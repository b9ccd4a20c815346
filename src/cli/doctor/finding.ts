import { ConfigError } from '../../config/env.js';

export interface Finding {
  check: string;
  level: 'ok' | 'warning' | 'problem';
  text: string;
  fix?: string;
}

export const findingsOf = (check: string) => {
  const finding = (level: Finding['level']) => (text: string, fix?: string) => ({
    check,
    level,
    text,
    ...(fix !== undefined && { fix }),
  });
  return { ok: finding('ok'), warning: finding('warning'), problem: finding('problem') };
};

/** Runs a check. An error of the check becomes a finding, so that the other checks still run. */
export async function runCheck(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    const { problem } = findingsOf(check);
    if (error instanceof ConfigError) return error.lines.map((text) => problem(text));
    return [problem(error instanceof Error ? error.message : String(error))];
  }
}

const noticeableMs = 1_000;
/** At this difference, rate limits, sign-in links and signatures fail. */
const harmfulMs = 30_000;

/** Difference of another clock to the clock of this machine. The uncertainty is half the time of the request. */
interface Skew {
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
