/** What ioredis says when a command could not be sent, was not answered in time, or lost its connection. */
const unavailableMessages =
  /Connection is closed|enableOfflineQueue options is false|Command timed out|^Socket timeout|connect ETIMEDOUT/;
/** What a Redis says that is starting, or is no longer the one to write to. */
const unavailableReplies = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/;

/** Whether an error means that Redis does not answer, as opposed to a mistake in what it was asked. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError') return true;
  if ('code' in error && typeof error.code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT)/.test(error.code)) return true;
  if (error.name === 'ReplyError') return unavailableReplies.test(error.message);
  return unavailableMessages.test(error.message);
}
