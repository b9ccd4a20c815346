import type { Section } from '../common/http/documented.decorators.js';

export const authSection: Section = {
  name: 'Authentication',
  description: 'How people sign in: by a link in an e-mail, or by a password. Programs use API keys instead.',
};
