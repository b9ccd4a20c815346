export const caseStudiesTag = {
  name: 'Workflows',
  description:
    'Calibrated models, published with their evidence and held-out errors. Paths and scopes name a workflow with its evidence a case study.',
};
