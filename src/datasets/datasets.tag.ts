export const datasetsTag = {
  name: 'Datasets',
  description: 'Tables of the organization, uploaded as files: their columns, and what each can mean in a model.',
};
