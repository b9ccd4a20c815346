/** Of fewer agents the intervals are so wide that a share says little; groups of them are flagged. */
export const smallGroupSize = 30;
