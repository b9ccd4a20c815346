export const goalsTag = {
  name: 'Goals',
  description: 'Goals: the parameter values that reach a share, or that maximize a share, a mean or a revenue.',
};
