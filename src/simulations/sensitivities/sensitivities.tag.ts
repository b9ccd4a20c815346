export const sensitivitiesTag = {
  name: 'Sensitivities',
  description: 'Sensitivity analyses: which parameters and coefficients matter for each outcome.',
};
