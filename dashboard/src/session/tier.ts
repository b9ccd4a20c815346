import { Store, useStore } from './store';

export type Tier = 'sandbox' | 'live';

const storageKey = 'tier';
const shared = takeFromAddress();
if (shared !== undefined) sessionStorage.setItem(storageKey, shared);
const stored = shared ?? sessionStorage.getItem(storageKey);
const store = new Store<Tier | undefined>(stored === 'sandbox' || stored === 'live' ? stored : undefined);

/** Tier of the next requests. Undefined: the service uses the tier of the plan. Each browser tab has its own. */
export function currentTier(): Tier | undefined {
  return store.get();
}

export function setTier(tier: Tier): void {
  sessionStorage.setItem(storageKey, tier);
  store.set(tier);
}

export function useChosenTier(): Tier | undefined {
  return useStore(store);
}

/** A shared link names its tier in `?tier=`. The parameter leaves the address, so that later changes of the tier stay. */
function takeFromAddress(): Tier | undefined {
  const address = new URL(window.location.href);
  const tier = address.searchParams.get('tier');
  if (tier !== 'sandbox' && tier !== 'live') return undefined;
  address.searchParams.delete('tier');
  window.history.replaceState(window.history.state, '', address);
  return tier;
}
