import { createHash } from 'node:crypto';
import canonicalizeModule from 'canonicalize';
import { type WorkflowDefinition } from './definition.schema.js';

// The package is CommonJS but its types claim an ES module, so that its default export looks like a namespace.
const canonicalize = canonicalizeModule as unknown as (input: unknown) => string;

/**
 * The address of a definition: SHA-256, in hexadecimal, of its canonical JSON (RFC 8785).
 * The order of keys and the white space of the document do not matter.
 */
export function definitionDigest(definition: WorkflowDefinition): string {
  return createHash('sha256').update(canonicalize(definition), 'utf8').digest('hex');
}
