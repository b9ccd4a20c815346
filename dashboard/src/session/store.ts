import { useEffect, useState, useSyncExternalStore } from 'react';

/** A value that components can follow. */
export class Store<Value> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: Value) {}

  readonly get = (): Value => this.value;

  readonly set = (value: Value): void => {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of this.listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** What this browser stores under a name as JSON. Undefined if there is nothing, or something else. */
export function readStored<Content>(name: string, storage: Pick<Storage, 'getItem'> = sessionStorage) {
  try {
    return (JSON.parse(storage.getItem(name) ?? 'null') as Content | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A value as JSON: the latest one, and the one that stayed the same for a moment. Undefined while a form is incomplete. */
export function useSettled(value: object | undefined, pauseMs = 400) {
  const latest = JSON.stringify(value) as string | undefined;
  const [settled, setSettled] = useState(latest);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest), pauseMs);
    return () => clearTimeout(timer);
  }, [latest, pauseMs]);
  return { latest, settled };
}
