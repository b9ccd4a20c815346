import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../../model/definition.js';
import { parseDefinition } from '../../../model/simulate.js';
import { namesOf, sharedWords } from '../../../questions/names.js';
import {
  publicationIssues,
  maxNameCharacters,
  maxRepeatedNames,
  readingIssues,
  repeatedNames,
} from './check-definition.js';

const catalog = join(import.meta.dirname, '../../../catalog');
const read = (slug: string) => parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));

/** A definition with choices whose options all have the words. */
function withOptions(choices: number, options: number, words: string): WorkflowDefinition {
  const definition = read('hiv-test-incentive');
  for (let choice = 0; choice < choices; choice++) {
    definition.scenario.parameters.push({
      id: `color_${choice}`,
      label: `Color ${choice}`,
      description: 'A color.',
      type: 'choice',
      default: 'option_0',
      options: Array.from({ length: options }, (_, option) => ({
        id: `option_${option}`,
        label: `${choice} ${option}`,
        phrase: `shade ${option}`,
        words: [words],
      })),
    });
  }
  return definition;
}

describe('the time to read questions about a definition', () => {
  it.each(slugs)('The names of %s need at most half of what is allowed', (slug) => {
    const definition = read(slug);
    expect(namesOf(definition).flat().join('').length).toBeLessThan(0.1 * maxNameCharacters);
    expect(Math.max(...sharedWords(definition).map(repeatedNames))).toBeLessThan(0.5 * maxRepeatedNames);
  });

  it('Two choices of ten options with the same word are accepted', () => {
    expect(readingIssues(withOptions(2, 10, 'red'))).toEqual([]);
  });

  it('A word that names hundreds of options is rejected, with the word and the number of its names', () => {
    const [issue, ...others] = readingIssues(withOptions(40, 10, 'red'));
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ path: 'scenario.parameters' });
    expect(issue!.message).toContain('The word “red” names 400 parameters, options and categories');
    expect(publicationIssues(withOptions(40, 10, 'red'))).toContainEqual(issue);
  });

  it('Names with too many characters are rejected before a question is read', () => {
    const long = 'crimson '.repeat(1_000).trim();
    expect(readingIssues(withOptions(6, 10, long))).toEqual([
      {
        path: 'scenario.parameters',
        message: expect.stringContaining(`at most ${maxNameCharacters} characters`) as string,
      },
    ]);
  });
});
