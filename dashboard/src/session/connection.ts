import { isApiFailure } from '../api/api-failure';
import { Store, useStore } from './store';

/** What the latest responses say about the connection. `signed-out`: the session ended while the user was working. */
export type Connection = 'ok' | 'unreachable' | 'signed-out';

const store = new Store<Connection>('ok');
let hadSession = false;

/** Called with the failure of each request, or undefined after a success. */
export function reportOutcome(error: unknown): void {
  if (isApiFailure(error) && error.isSignedOut) {
    if (hadSession) store.set('signed-out');
  } else if (isApiFailure(error) && error.isUnreachable) {
    if (store.get() === 'ok') store.set('unreachable');
  } else if (error === undefined && store.get() === 'unreachable') {
    store.set('ok');
  }
}

export function sessionStarted(): void {
  hadSession = true;
  store.set('ok');
}

/** After a sign-out on purpose, no dialog asks to sign in again. */
export function sessionEnded(): void {
  hadSession = false;
  store.set('ok');
}

export function useConnection(): Connection {
  return useStore(store);
}
