import { ConfigError } from '../../config/env.js';

export type Level = 'ok' | 'warning' | 'problem';

/** One line of what the doctor says. */
export interface Finding {
  /** What was looked at, such as `live database`. */
  check: string;
  level: Level;
  text: string;
  /** What to do about it. */
  mend?: string;
}

/** What a check found; whatever keeps it from looking is a problem too, and keeps no other check from it. */
export async function examine(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ConfigError) return error.lines.map((text) => ({ check, level: 'problem', text }));
    return [{ check, level: 'problem', text: error instanceof Error ? error.message : String(error) }];
  }
}
