import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowOf } from '../../definition/definition.schema.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { DefinitionError } from '../../engine-error.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';

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

describe('validation of alternatives', () => {
  it('Alternatives that together cover all categories of an attribute are accepted', () => {
    const issues = issuesOf(({ decision: { alternatives } }) => {
      Object.assign(alternatives[0]!, { available_when: others, unavailable: 'I drive.' });
      Object.assign(alternatives[1]!, { available_when: others, unavailable: 'I drive.' });
    });
    expect(issues).toEqual([]);
  });

  it('Alternatives that leave some agents without any are rejected', () => {
    const issues = issuesOf(({ decision: { alternatives } }) => {
      Object.assign(alternatives[0]!, { available_when: drivers, unavailable: 'I walk.' });
      Object.assign(alternatives[1]!, { available_when: drivers, unavailable: 'I walk.' });
    });
    expect(issues).toContainEqual(
      expect.stringMatching(/^decision\.alternatives: some agents may have no alternative/),
    );
  });

  it('An alternative with a condition needs a sentence for agents without it', () => {
    const issues = issuesOf(({ decision: { alternatives } }) => delete alternatives[2]!.unavailable);
    expect(issues).toEqual([
      'decision.alternatives.2: "car" is not available to every agent, so it needs the sentence "unavailable"',
    ]);
  });

  it('The error names a placeholder that a reason about two alternatives cannot fill', () => {
    const issues = issuesOf(({ narrative: { reasons } }) =>
      Object.assign(reasons.at(-1)!, { text: '{respondent} likes it' }),
    );
    expect(issues.join('\n')).toContain('unknown placeholder "respondent"');
  });
});
