export { changeText, outsideTheData, rangeText, settingText } from '../../../src/simulations/setting-words';
export { ParameterField, ParameterForm } from './parameter-form';
export {
  changedValues,
  hasProblems,
  isOutsideCalibratedRange,
  parametersOf,
  valueOf,
  withValue,
  type NumberParameter,
  type OptionParameter,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from './parameters';
