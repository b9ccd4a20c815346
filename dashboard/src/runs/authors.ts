import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, body, type components } from '../api/client';
import { hasScope, useSession } from '../session/session';
import type { Run } from './run';

type CreatedBy = Run['created_by'];
type Member = Pick<components['schemas']['Member'], 'user_id' | 'name' | 'email'>;
type Key = Pick<components['schemas']['ApiKey'], 'key_id' | 'name' | 'start' | 'rotated_from'>;

/** The users and keys that the session can read. Undefined if it cannot, or not yet. */
export interface Known {
  me: string | undefined;
  members?: readonly Member[] | undefined;
  /** Whether `members` are all of the organization. */
  hasAllMembers?: boolean;
  keys?: readonly Key[] | undefined;
}

const keyText = ({ name, start }: Key) => `key “${name}” (${start}…)`;

/** Names the creator of a run. Null if it is not known, as for runs of earlier releases. */
export function authorText(createdBy: CreatedBy, { me, members, hasAllMembers, keys }: Known): string | null {
  if (createdBy === null) return null;
  const { type, id } = createdBy;
  if (type === 'api_key') {
    const key = keys?.find(({ key_id }) => key_id === id);
    return key ? keyText(key) : 'an API key';
  }
  if (id === me) return 'you';
  const member = members?.find(({ user_id }) => user_id === id);
  if (member) return member.name;
  return hasAllMembers ? 'a former member' : 'another user';
}

/** The choices of a filter by creator. A key includes the keys that it replaced, which are therefore no choices. */
export function authorOptions({ me, members = [], keys = [] }: Known, chosen: string) {
  const replaced = new Set(keys.map(({ rotated_from }) => rotated_from));
  const options = [
    { value: '', label: 'All' },
    { value: 'me', label: 'Me' },
    ...members
      .filter(({ user_id }) => user_id !== me)
      .map(({ user_id, name, email }) => ({ value: user_id, label: `${name} (${email})` })),
    ...keys.filter(({ key_id }) => !replaced.has(key_id)).map((key) => ({ value: key.key_id, label: keyText(key) })),
  ];
  if (options.some(({ value }) => value === chosen)) return options;
  const key = keys.find(({ key_id }) => key_id === chosen);
  return [...options, { value: chosen, label: key ? keyText(key) : 'Another user or key' }];
}

const limit = 100;
const settings = { staleTime: 5 * 60_000 };

/** Reads the users and keys of the organization that have names, as far as they are needed and the session can read them. */
export function useAuthors(needed: { members: boolean; keys: boolean }): Known {
  const identity = useSession();
  const members = useQuery({
    queryKey: ['members', 'names'],
    queryFn: ({ signal }) => body(api.GET('/v1/members', { params: { query: { limit } }, signal })),
    enabled: needed.members,
    ...settings,
  });
  const keys = useQuery({
    queryKey: ['api-keys', 'names'],
    queryFn: ({ signal }) => body(api.GET('/v1/api-keys', { params: { query: { limit } }, signal })),
    enabled: needed.keys && hasScope(identity, 'keys:read'),
    ...settings,
  });
  const me = identity.user?.user_id;
  return useMemo(
    () => ({
      me,
      members: members.data?.data,
      hasAllMembers: members.data?.meta.has_more === false,
      keys: keys.data?.data,
    }),
    [me, members.data, keys.data],
  );
}

/** Names the creator of one run. Reads only what names it. */
export function useAuthorText({ created_by }: Pick<Run, 'created_by'>): string | null {
  const known = useAuthors({ members: created_by?.type === 'user', keys: created_by?.type === 'api_key' });
  return authorText(created_by, known);
}
