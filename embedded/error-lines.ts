import { ConfigError } from '../src/config/env.js';

/** Messages for the user, one line per problem. */
export function errorLines(error: unknown): string[] {
  if (error instanceof ConfigError) return error.lines;
  return [(error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')];
}
