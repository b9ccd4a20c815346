export const simulationsSection = {
  name: 'Simulations',
  description: 'A population of synthetic agents, run through a calibrated workflow.',
};
