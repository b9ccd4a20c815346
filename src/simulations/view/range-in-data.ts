import { isChoice, type Parameter } from '../../../model/definition.js';

/** The range of a parameter in the data. Undefined for options, which have none. */
export const rangeInData = (parameter: Parameter | undefined) =>
  parameter && !isChoice(parameter) ? parameter.calibrated_range : undefined;
