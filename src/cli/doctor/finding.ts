import { ConfigError } from '../../config/env.js';

export type Level = 'ok' | 'warning' | 'problem';

/** The result of one check. */
export interface Finding {
  /** Name of the checked part, such as `live database`. */
  check: string;
  level: Level;
  text: string;
  /** Recommended fix. */
  fix?: string;
}

/** The findings that one check can have. */
export const findingsOf = (check: string) => ({
  ok: (text: string): Finding => ({ check, level: 'ok', text }),
  warning: (text: string, fix?: string): Finding => ({
    check,
    level: 'warning',
    text,
    ...(fix !== undefined && { fix }),
  }),
  problem: (text: string, fix?: string): Finding => ({
    check,
    level: 'problem',
    text,
    ...(fix !== undefined && { fix }),
  }),
});

/** Runs a check. An error of the check becomes a finding, so that the other checks still run. */
export async function runCheck(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) return error.lines.map((text) => ({ check, level: 'problem', text }));
    return [{ check, level: 'problem', text: error instanceof Error ? error.message : String(error) }];
  }
}
