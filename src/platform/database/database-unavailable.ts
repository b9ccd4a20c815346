import { Prisma } from './generated/client.js';

/** P1001 unreachable, P1002 timed out, P1008 operation timed out, P1017 connection closed, P2024 pool exhausted, P2028 transaction not started. */
const unavailableCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);
/**
 * SQLSTATE class 08: connection exceptions; 57P01..03: the server is shutting down or starting; class 53: no more connections,
 * memory or disk space; 25006: the server is read-only, such as a replica before a failover.
 */
const unavailableStates = /^(08|57P0[123]|53|25006)/;
const unavailableKinds = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection error|Query read timeout|terminating connection/;

/** Returns whether an error means that a database is unavailable, as opposed to an error in the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return unavailableCodes.has(error.code) || isUnavailable(adapterCause(error.meta?.['driverAdapterError']));
  }
  return isUnavailable(error) || isUnavailable(adapterCause(error));
}

/** The details of a driver adapter error: the code of the database and a kind. */
function adapterCause(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
}

function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, originalCode, kind, message } = error as Record<string, unknown>;
  const codes = [code, originalCode].filter((value) => typeof value === 'string');
  if (codes.some((value) => unavailableStates.test(value) || /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(value)))
    return true;
  return (
    (typeof kind === 'string' && unavailableKinds.has(kind)) ||
    (typeof message === 'string' && unavailableMessages.test(message))
  );
}
