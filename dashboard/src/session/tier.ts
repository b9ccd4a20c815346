import { Store, useStore } from './store';

export type Tier = 'sandbox' | 'live';

const storageKey = 'tier';
const stored = sessionStorage.getItem(storageKey);
const store = new Store<Tier | undefined>(stored === 'sandbox' || stored === 'live' ? stored : undefined);

/** Tier of the next requests. Undefined: the service uses the tier of the plan. Each browser tab has its own. */
export function currentTier(): Tier | undefined {
  return store.get();
}

export function setTier(tier: Tier): void {
  sessionStorage.setItem(storageKey, tier);
  store.set(tier);
}

/** Called after sign-out, so that the next user starts in the tier of the plan. */
export function forgetTier(): void {
  sessionStorage.removeItem(storageKey);
  store.set(undefined);
}

export function useChosenTier(): Tier | undefined {
  return useStore(store);
}
