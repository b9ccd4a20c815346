import canonicalizeModule from 'canonicalize';
import { sha256 } from '../math/sha256.js';
import type { WorkflowDefinition } from './definition.schema.js';

// The package is CommonJS, but its types declare an ES module. TypeScript therefore sees the default export as a namespace.
const canonicalize = canonicalizeModule as unknown as (input: unknown) => string;

/**
 * Digest of a definition: SHA-256 of its canonical JSON (RFC 8785), in hexadecimal.
 * It does not depend on the order of keys or on white space. Rows that the service stores apart from the definition count by their digest.
 */
export function definitionDigest(definition: WorkflowDefinition): string {
  const { people, ...population } = definition.population;
  const isApart = people !== undefined && population.sample !== undefined;
  return canonicalDigest(isApart ? { ...definition, population } : definition);
}

/** SHA-256 of the canonical JSON (RFC 8785) of a value, in hexadecimal. */
export function canonicalDigest(value: unknown): string {
  return sha256().update(canonicalize(value)).hex();
}
