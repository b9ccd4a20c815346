import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, body, type components, data, isApiFailure } from '../api/client';
import { setTier, type Tier, useChosenTier } from './tier';
import { Store, useStore } from './store';

export type Identity = components['schemas']['Identity'];
export type Scope = Exclude<Identity['scopes'][number], '*'>;

export const hasScope = ({ scopes }: Identity, scope: Scope) => scopes.includes(scope) || scopes.includes('*');

export const identityKey = ['identity'] as const;
export const retryIntervalMs = 5_000;

async function readIdentity(): Promise<Identity | null> {
  try {
    const identity = await data(api.GET('/v1/auth/me'));
    start(identity);
    return identity;
  } catch (error) {
    // If a session ends during work, the page and the input on it stay: the identity remains, and a dialog asks to sign in again.
    if (isApiFailure(error) && error.isSignedOut && !hasUser()) return null;
    throw error;
  }
}

/** Leaves the page, and forgets tier and drafts of this tab, if they are of another user. */
function start({ user, organization_id: organizationId }: Identity): void {
  if (sessionStarted(user?.user_id ?? organizationId)) return;
  sessionStorage.clear();
  window.location.assign('/');
}

/** The signed-in user; null if no one is signed in; undefined while loading. */
export function useIdentity() {
  return useQuery({
    queryKey: identityKey,
    queryFn: readIdentity,
    staleTime: 60_000,
    // Before the first response there is no page with a banner that retries.
    refetchInterval: ({ state }) => (state.status === 'error' && state.data === undefined ? retryIntervalMs : false),
  });
}

export function useSession(): Identity {
  const { data: identity } = useIdentity();
  if (!identity) throw new Error('This page needs a session.');
  return identity;
}

/** Whether the session has a scope. Pages hide actions that the API would reject. */
export function useHasScope(scope: Scope): boolean {
  return hasScope(useSession(), scope);
}

/** The tier that the pages show, and a function that changes it and loads all data again. */
export function useTier(): { tier: Tier; changeTier: (tier: Tier) => void } {
  const chosen = useChosenTier();
  const { data: identity } = useIdentity();
  const queryClient = useQueryClient();
  const changeTier = useCallback(
    (tier: Tier) => {
      setTier(tier);
      // The pages need an identity at all times, so it is replaced in place. All other data belongs to the tier.
      void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== identityKey[0] });
      void queryClient.invalidateQueries({ queryKey: identityKey });
    },
    [queryClient],
  );
  return { tier: chosen ?? identity?.auth.tier ?? 'sandbox', changeTier };
}

/** Call this after a successful sign-in. */
export function useSignedIn(): (identity: Identity) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (identity: Identity) => {
      start(identity);
      queryClient.setQueryData(identityKey, identity);
      await queryClient.invalidateQueries();
    },
    [queryClient],
  );
}

/** Signs out and loads the first page, so that no data of the user remains in memory, and no draft in this tab. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => body(api.POST('/v1/auth/logout')),
    onSuccess: () => {
      sessionEnded();
      sessionStorage.clear();
      window.location.assign('/');
    },
  });
}

/** What the latest responses say about the connection. `signed-out`: the session ended while the user was working. */
type Connection = 'ok' | 'unreachable' | 'signed-out';

const store = new Store<Connection>('ok');
/** The user whose data the pages show. */
let userId: string | undefined;

/** Called with the failure of each request, or undefined after a success. */
export function reportOutcome(error: unknown): void {
  if (isApiFailure(error) && error.isSignedOut) {
    if (hasUser()) store.set('signed-out');
  } else if (isApiFailure(error) && error.isUnreachable) {
    if (store.get() === 'ok') store.set('unreachable');
  } else if (error === undefined && store.get() === 'unreachable') {
    store.set('ok');
  }
}

/** Whether a user works in this tab, even if the session has ended meanwhile. */
function hasUser(): boolean {
  return userId !== undefined;
}

/** Returns false if the pages show the data of another user. */
function sessionStarted(startedUserId: string): boolean {
  const isSame = userId === undefined || userId === startedUserId;
  userId = startedUserId;
  store.set('ok');
  return isSame;
}

/** After a sign-out on purpose, no dialog asks to sign in again. */
function sessionEnded(): void {
  userId = undefined;
  store.set('ok');
}

export function useConnection(): Connection {
  return useStore(store);
}
