/** UTC date and time to the minute, such as 2026-11-20 07:05 UTC. */
export const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
