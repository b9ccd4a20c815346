import { Prisma } from './generated/client.js';

/** P1001 unreachable, P1002 timed out, P1008 operation timed out, P1017 connection closed, P2024 pool exhausted, P2028 transaction not started. */
const awayCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);
/** SQLSTATE class 08: connection exceptions; 57P01..03: the server is shutting down or starting; 53300: too many connections. */
const awayStates = /^(08|57P0[123]|53300)/;

/** Whether an error means that a database does not answer, as opposed to a mistake in what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const state: unknown = error.meta?.['code'];
    return awayCodes.has(error.code) || (typeof state === 'string' && awayStates.test(state));
  }
  return isConnectionError(error);
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code) || awayStates.test(code)))
    return true;
  return /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(error.message);
}
