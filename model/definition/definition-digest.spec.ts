import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionDigest } from './definition-digest.js';
import { parseDefinition } from '../validation/parse-definition.js';

const json = readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe('definitionDigest', () => {
  it('The digest does not depend on the order of the keys', () => {
    const other = parseDefinition(reversed(JSON.parse(json)));
    expect(definitionDigest(other)).toBe(definitionDigest(definition));
  });

  it('A change of one number or one word changes the digest', () => {
    const number = structuredClone(definition);
    number.decision.coefficients[0]!.estimate += 1e-9;
    const word = structuredClone(definition);
    word.narrative.peers += '!';
    expect(new Set([definition, number, word].map(definitionDigest)).size).toBe(3);
  });
});
