import type { ApiTag } from '../common/http/documented.decorators.js';

export const shareLinksTag: ApiTag = {
  name: 'Share links',
  description: 'Links with which anyone can read one completed run, without a credential, until they expire.',
};
