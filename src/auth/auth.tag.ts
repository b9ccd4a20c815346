import type { ApiTag } from '../common/http/documented.decorators.js';

export const authTag: ApiTag = {
  name: 'Authentication',
  description: 'Sign-in for users, by an email link or a password. Programs use API keys instead.',
};
