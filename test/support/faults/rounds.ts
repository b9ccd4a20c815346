/** How many rounds of faults; absent: the short form, which is part of `npm test`. */
const asked = Number(process.env['FAULT_ROUNDS'] ?? 0);

export const longForm = asked > 0;

/** A spec's number of rounds in the short form, or what is asked for. */
export const roundsOr = (short: number) => (longForm ? asked : short);
