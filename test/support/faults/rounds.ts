import { isLong } from '../long.js';

/** In the long form, the requested number of rounds. Otherwise the spec's default. */
export const roundCount = (defaultCount: number) => (isLong ? Number(process.env['FAULT_ROUNDS'] ?? 50) : defaultCount);
