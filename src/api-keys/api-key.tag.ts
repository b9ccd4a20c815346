import type { ApiTag } from '../common/http/documented.decorators.js';

export const apiKeysTag: ApiTag = {
  name: 'API keys',
  description:
    'Credentials for programs. Each key belongs to one organization and one tier, and has a fixed set of scopes.',
};
