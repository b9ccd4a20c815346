/** Steps of a fit, for its progress: reading of the data, calibration, result, example questions. */
export const fitSteps = 4;
