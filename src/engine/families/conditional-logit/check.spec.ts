import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WorkflowOf } from '../../definition/definition.schema.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { DefinitionError } from '../../engine-error.js';
import { type ConditionalLogit } from './schema.js';

const file = join(import.meta.dirname, '../../../catalog/swissmetro-mode-choice.json');
const published = JSON.parse(readFileSync(file, 'utf8')) as WorkflowOf<ConditionalLogit>;

function issuesOf(change: (definition: typeof published) => void): string[] {
  const definition = structuredClone(published);
  change(definition);
  try {
    parseDefinition(definition);
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

const drivers = { attribute: 'car_available', in: ['yes'] };
const others = { attribute: 'car_available', in: ['no'] };

describe('the check of alternatives', () => {
  it('takes alternatives that are together for everybody, though none is for all', () => {
    const issues = issuesOf(({ decision: { alternatives } }) => {
      Object.assign(alternatives[0]!, { available_when: others, unavailable: 'I drive.' });
      Object.assign(alternatives[1]!, { available_when: others, unavailable: 'I drive.' });
    });
    expect(issues).toEqual([]);
  });

  it('refuses alternatives of which somebody would have none', () => {
    const issues = issuesOf(({ decision: { alternatives } }) => {
      Object.assign(alternatives[0]!, { available_when: drivers, unavailable: 'I walk.' });
      Object.assign(alternatives[1]!, { available_when: drivers, unavailable: 'I walk.' });
    });
    expect(issues).toContainEqual(expect.stringMatching(/^decision\.alternatives: somebody may have none/));
  });

  it('asks for the sentence of who lacks an alternative', () => {
    const issues = issuesOf(({ decision: { alternatives } }) => delete alternatives[2]!.unavailable);
    expect(issues).toEqual([
      'decision.alternatives.2: "car" is not open to everybody, so it needs the sentence "unavailable"',
    ]);
  });

  it('names a placeholder that a reason about two alternatives cannot fill', () => {
    const issues = issuesOf(({ narrative: { reasons } }) =>
      Object.assign(reasons.at(-1)!, { text: '{nobody} likes it' }),
    );
    expect(issues.join('\n')).toContain('unknown placeholder "nobody"');
  });
});
