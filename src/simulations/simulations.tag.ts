export const simulationsTag = {
  name: 'Simulations',
  description: 'Runs of a population of synthetic agents through a calibrated workflow, and their results.',
};
