import { ConfigError } from '../src/config/env.js';
import { diskFullLine } from '../src/config/files.js';

/** Messages for the user, one line per problem. */
export function errorLines(error: unknown): string[] {
  if (error instanceof ConfigError) return error.lines;
  const full = diskFullLine(error);
  if (full !== undefined) return [full];
  return [(error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')];
}
