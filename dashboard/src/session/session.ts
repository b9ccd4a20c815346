import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isApiFailure, api, body, data } from '../api/client';
import type { components } from '../api/types';
import { hasUser, sessionEnded, sessionStarted } from './connection';
import { setTier, useChosenTier, type Tier } from './tier';

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

/** The identity on pages that only signed-in users see. */
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
