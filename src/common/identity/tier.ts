/** Which database: what a sandbox key does never touches the live one, and the other way round. */
export const tiers = ['sandbox', 'live'] as const;
export type Tier = (typeof tiers)[number];
