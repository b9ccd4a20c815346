/** Name of a long-running process in its logs and traces. */
export type ProcessName = 'api' | 'worker' | 'api-and-worker';
