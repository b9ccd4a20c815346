import type { ApiTag } from '../common/http/documented.decorators.js';

export const membersTag: ApiTag = {
  name: 'Members',
  description:
    'Users of the organization and invitations by email. These routes need a session: API keys do not manage users. Both tiers have the same members.',
};
