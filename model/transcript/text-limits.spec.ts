import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import {
  maxPhraseCharacters,
  maxSentences,
  textIssues,
  withShortTexts,
  limitTranscript,
  maxTranscriptBytes,
  transcriptBytes,
} from './text-limits.js';

const folder = join(import.meta.dirname, '../../catalog');
const read = (file: string) => parseDefinition(JSON.parse(readFileSync(join(folder, file), 'utf8')));
const catalog = readdirSync(folder).filter((file) => file.endsWith('.json'));

describe('the limits of texts', () => {
  it.each(catalog)('All texts of %s are within the limits', (file) => {
    const definition = read(file);
    expect(textIssues(definition)).toEqual([]);
    expect(withShortTexts(definition)).toBe(definition);
  });

  it('Each text above its limit is an issue with its path', () => {
    const definition = read('hiv-test-incentive.json');
    const { narrative, scenario, decision } = definition;
    scenario.parameters[0]!.label = 'l'.repeat(121);
    if (decision.family === 'binary_logit') decision.outcomes[1].noun = 'n'.repeat(201);
    narrative.introduction[0]!.text = 's'.repeat(601);
    narrative.situation.push({ text: '{age}'.repeat(13) });
    expect(textIssues(definition).map(({ path }) => path)).toEqual([
      'scenario.parameters.0.label',
      'decision.outcomes.1.noun',
      'narrative.introduction.0.text',
      `narrative.situation.${narrative.situation.length - 1}.text`,
    ]);
  });

  it('A stored definition with longer texts is shortened until it has no issue, and stays as it is otherwise', () => {
    const definition = read('hiv-test-incentive.json');
    const sex = definition.population.attributes.find((one) => 'categories' in one)!;
    if ('categories' in sex) sex.categories[0]!.phrase = 'x'.repeat(100_000);
    definition.narrative.introduction = Array.from({ length: 500 }, () => ({ text: '{age}'.repeat(300) }));
    const short = withShortTexts(definition);
    expect(textIssues(short)).toEqual([]);
    expect(short.narrative.introduction).toHaveLength(maxSentences);
    const attribute = short.population.attributes.find(({ id }) => id === sex.id)!;
    expect('categories' in attribute && attribute.categories[0]!.phrase).toHaveLength(maxPhraseCharacters);
    expect([short.evidence, short.routing, short.scenario]).toEqual([
      definition.evidence,
      definition.routing,
      definition.scenario,
    ]);
  });
});

describe('the limit of a transcript', () => {
  it('A transcript within the limit is not changed', () => {
    const paragraphs = ['a'.repeat(maxTranscriptBytes - 2), 'é'];
    expect(limitTranscript(paragraphs)).toBe(paragraphs);
  });

  it.each([['x'], ['é'], ['日'], ['😀']])(
    'A longer transcript of "%s" is cut between characters, below the limit',
    (one) => {
      const [first, second, ...rest] = limitTranscript([one.repeat(1_000), one.repeat(20_000), 'after']);
      expect(first).toBe(one.repeat(1_000));
      expect(second).toMatch(/…$/);
      expect(second!.slice(0, -1).replaceAll(one, '')).toBe('');
      expect(rest).toEqual([]);
      const size = transcriptBytes([first!, second!]);
      expect(size).toBeLessThanOrEqual(maxTranscriptBytes);
      expect(size).toBeGreaterThan(maxTranscriptBytes - 8);
    },
  );
});
