import canonicalizeModule from 'canonicalize';

// The package is CommonJS, but its types declare an ES module, so that its default export has the type of a namespace.
const canonicalize = canonicalizeModule as unknown as (input: unknown) => string | undefined;

/** Serializes a value as canonical JSON (RFC 8785), so that the order of keys has no effect. Returns '' for undefined. */
export function canonicalJson(value: unknown): string {
  return canonicalize(value) ?? '';
}
