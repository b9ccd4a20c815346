import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefinitionError, type WorkflowDefinition } from '../definition.js';
import { parseDefinition } from './parse-definition.js';

const valid = readFileSync(join(import.meta.dirname, '../../catalog/housing-satisfaction.json'), 'utf8');
const [id, at] = ['building', 'scenario.parameters.0'];

/** Issues of a definition whose first parameter, `building`, has this assignment after the change. */
function issuesWith(randomized: boolean | undefined, change: (definition: WorkflowDefinition) => void): string[] {
  const definition = JSON.parse(valid) as WorkflowDefinition;
  if (randomized !== undefined) definition.scenario.parameters[0]!.randomized = randomized;
  change(definition);
  try {
    parseDefinition(definition);
  } catch (error) {
    if (error instanceof DefinitionError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

const withDescription = (text: string) => (definition: WorkflowDefinition) =>
  (definition.scenario.parameters[0]!.description = text);

describe('checkCausalWords', () => {
  it.each([
    ['Living in a tower block causes lower satisfaction.', 'causes'],
    ['Satisfaction falls because of the building.', 'because of'],
    ['A tower block leads to lower satisfaction.', 'leads to'],
    ['The effect of the building on satisfaction.', 'effect of'],
    ['Lower satisfaction due to the building.', 'due to'],
    ['A terrace makes tenants far more satisfied.', 'makes tenants far more'],
    ['A terrace Increases satisfaction.', 'Increases'],
    ['A tower block reduces satisfaction.', 'reduces'],
  ])('“%s” is rejected for a parameter that was not randomized', (text, word) => {
    expect(issuesWith(false, withDescription(text))).toEqual([
      `${at}.description: has the causal words "${word}", but the values of "${id}" were not assigned at random; write "is associated with", or set "randomized" to true if they were`,
    ]);
  });

  it.each([
    'Keeps tenants in their type of building, or moves all of them to one type.',
    'Tenants in terraces are more satisfied, because others moved there.',
    'Contact is associated with an increase of satisfaction; its causality is unknown.',
    'What it makes: a building of any height. Tenants pay more.',
  ])('“%s” has no causal words', (text) => {
    expect(issuesWith(false, withDescription(text))).toEqual([]);
  });

  it('All texts that the author writes about the parameter are checked, and the error has their path', () => {
    const issues = issuesWith(false, ({ scenario, narrative }) => {
      const parameter = scenario.parameters[0]! as Extract<(typeof scenario.parameters)[number], { type: 'choice' }>;
      parameter.label = 'Effect of the building';
      parameter.options[0]!.label = 'Increases satisfaction';
      parameter.options[1]!.phrase = 'a tower that reduces satisfaction';
      narrative.levers[id]!.text = 'Due to {new} instead of {old}';
    });
    expect(issues.map((issue) => issue.split(':')[0])).toEqual([
      `${at}.label`,
      `${at}.options.0.label`,
      `${at}.options.1.phrase`,
      'narrative.levers.building.text',
    ]);
  });

  it('Causal words are accepted for a randomized parameter, and without a statement', () => {
    const text = withDescription('The effect of the building.');
    expect(issuesWith(true, text)).toEqual([]);
    expect(issuesWith(undefined, text)).toEqual([]);
  });
});
