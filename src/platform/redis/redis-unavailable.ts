/** Messages of ioredis if a command was not sent, timed out or lost its connection. */
const unavailableMessages =
  /Connection is closed|enableOfflineQueue options is false|Command timed out|^Socket timeout|connect ETIMEDOUT/;
/** Replies of a Redis that is starting, is not the primary, or refuses writes because its disk or memory is full. */
const unavailableReplies = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MISCONF|OOM)\b/;

/** Returns whether an error means that Redis is unavailable, as opposed to an error in the command. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError') return true;
  if ('code' in error && typeof error.code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT)/.test(error.code)) return true;
  if (error.name === 'ReplyError') return unavailableReplies.test(error.message);
  return unavailableMessages.test(error.message);
}
