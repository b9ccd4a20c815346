/**
 * Merges a patch into JSON: objects by key, lists of objects with ids by id, everything else is replaced. A null removes a key.
 */
export function merged(base: unknown, patch: unknown): unknown {
  if (patch === undefined) return base;
  if (isRecord(base) && isRecord(patch)) {
    const result: Record<string, unknown> = { ...base };
    for (const [key, value] of Object.entries(patch)) {
      if (value === null) delete result[key];
      else if (value !== undefined) result[key] = merged(result[key], value);
    }
    return result;
  }
  if (hasIds(base) && hasIds(patch)) {
    const patchById = new Map(patch.map((item) => [item.id, item]));
    const known = new Set(base.map(({ id }) => id));
    return [...base.map((item) => merged(item, patchById.get(item.id))), ...patch.filter(({ id }) => !known.has(id))];
  }
  return patch;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasIds(value: unknown): value is { id: unknown }[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item) && 'id' in item);
}
