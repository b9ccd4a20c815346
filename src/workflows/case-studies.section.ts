export const caseStudiesSection = {
  name: 'Case studies',
  description: 'The calibrated workflows, and the proof that they predict people.',
};
