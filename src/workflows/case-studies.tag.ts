export const caseStudiesTag = {
  name: 'Case studies',
  description: 'Catalog of calibrated workflows, published with their evidence and held-out errors.',
};
