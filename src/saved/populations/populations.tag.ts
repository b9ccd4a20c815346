export const populationsTag = {
  name: 'Populations',
  description: 'Populations of the organization: imported people, or the fitted population with other margins.',
};
