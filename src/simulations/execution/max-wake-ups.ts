/** How many words that something waits are told at once: a worker that hears one goes on until nothing waits, so more would find nothing. */
export const maxWakeUps = 16;
