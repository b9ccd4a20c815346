/** Computes a value once for each object. The objects must be immutable, such as the parts of a definition. */
export function oncePerObject<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let entry = known.get(key);
    if (!entry) known.set(key, (entry = { value: compute(key) }));
    return entry.value;
  };
}

/** Computes a value once for each name, of which there are few. */
export function oncePerName<Value>(compute: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (name) => {
    let entry = known.get(name);
    if (!entry) known.set(name, (entry = { value: compute(name) }));
    return entry.value;
  };
}
