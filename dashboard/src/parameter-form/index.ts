// Parts that only forms of runs use are imported from their files: the first page does not load them.
export { changeText, outsideTheData, rangeText, settingText } from '../../../src/simulations/result-words';
export {
  changedValues,
  hasProblems,
  isOutsideCalibratedRange,
  parametersOf,
  problemOf,
  studiedRange,
  valueOf,
  withValue,
  type NumberParameter,
  type OptionParameter,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from './parameters';
