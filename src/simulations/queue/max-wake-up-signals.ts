/** Maximum wake-up signals that are sent together. A woken worker runs simulations until none is queued, so more signals would find no work. */
export const maxWakeUpSignals = 16;
