/** Rounds of faults per spec. If absent, each spec uses its default, as in `npm test`. */
const requestedRounds = Number(process.env['FAULT_ROUNDS'] ?? 0);

export const isLongRun = requestedRounds > 0;

/** The requested number of rounds, or the spec's default. */
export const roundCount = (defaultCount: number) => (isLongRun ? requestedRounds : defaultCount);
