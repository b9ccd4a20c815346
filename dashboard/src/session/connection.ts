import { isApiFailure } from '../api/client';
import { Store, useStore } from './store';

/** What the latest responses say about the connection. `signed-out`: the session ended while the user was working. */
export type Connection = 'ok' | 'unreachable' | 'signed-out';

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
export function hasUser(): boolean {
  return userId !== undefined;
}

/** Returns false if the pages show the data of another user. */
export function sessionStarted(startedUserId: string): boolean {
  const isSame = userId === undefined || userId === startedUserId;
  userId = startedUserId;
  store.set('ok');
  return isSame;
}

/** After a sign-out on purpose, no dialog asks to sign in again. */
export function sessionEnded(): void {
  userId = undefined;
  store.set('ok');
}

export function useConnection(): Connection {
  return useStore(store);
}
