/** Groups with fewer agents are flagged as small: their intervals are too wide for most conclusions. */
export const smallGroupSize = 30;
