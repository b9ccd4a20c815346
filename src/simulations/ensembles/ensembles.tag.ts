export const ensemblesTag = {
  name: 'Ensembles',
  description: 'Ensembles: the results of several workflows, compared and combined.',
};
