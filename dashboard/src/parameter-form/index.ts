export { changeText, outsideTheData, rangeText, settingText } from '../../../src/simulations/setting-words';
export { ParameterField, ParameterForm } from './parameter-form';
export {
  changedValues,
  hasProblems,
  isOutsideCalibratedRange,
  parametersOf,
  problemOf,
  valueOf,
  withValue,
  type NumberParameter,
  type OptionParameter,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from './parameters';
