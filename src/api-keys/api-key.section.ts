import type { Section } from '../common/http/documented.decorators.js';

export const apiKeysSection: Section = {
  name: 'API keys',
  description: 'Credentials for programs. A key belongs to one organization and one tier.',
};
