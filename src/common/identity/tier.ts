/** The database of a request. Sandbox keys never reach the live database, and live keys never reach the sandbox database. */
export const tiers = ['sandbox', 'live'] as const;
export type Tier = (typeof tiers)[number];
