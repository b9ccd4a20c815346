import canonicalizeModule from 'canonicalize';

// The package is CommonJS but its types claim an ES module, so that its default export looks like a namespace.
const canonicalize = canonicalizeModule as unknown as (input: unknown) => string | undefined;

/** The one text of a JSON value (RFC 8785): the order of keys makes no difference. Empty for undefined. */
export function canonicalJson(value: unknown): string {
  return canonicalize(value) ?? '';
}
