import { ConfigError } from '../src/config/env.js';

/** What to tell a person: a line for each reason. */
export function errorLines(error: unknown): string[] {
  if (error instanceof ConfigError) return error.lines;
  return [(error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')];
}
