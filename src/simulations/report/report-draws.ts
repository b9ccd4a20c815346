/** Draws of the coefficients for the variation of the effects. Fewer than in the API, because they would take a fifth of the time of a report. */
export const reportDraws = 10;
