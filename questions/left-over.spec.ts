import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../model/simulate.js';
import { leftOver } from './left-over.js';
import { readQuestion } from './read-question.js';

const catalog = join(import.meta.dirname, '../catalog');
const leftOf = (slug: string, question: string) => {
  const definition = parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
  return leftOver(definition, question, readQuestion(definition, question));
};

describe('changes that a reading leaves out', () => {
  it('A change of something of the caller is listed, with the parameters of similar names', () => {
    const [price, ...others] = leftOf('catsup-brand-choice', 'What would happen to sales if I raise my price by 10%?');
    expect(price).toMatchObject({ words: 'if I raise my price by 10%', reason: 'ambiguous' });
    expect(price!.parameters).toContain('heinz32_price');
    expect(others).toEqual([]);
  });

  it('A choice that is named without one of its options is listed, although another parameter keeps its default', () => {
    expect(leftOf('gotv-social-pressure', 'What if we send a postcard to each voter?')).toMatchObject([
      { words: 'if we send a postcard to each voter' },
    ]);
  });

  it('A question about something else, of which nothing is read, is listed', () => {
    const question = 'Should I send my customers a coupon or a phone call?';
    expect(leftOf('charity-match-mailing', question)).toMatchObject([{ words: question.slice(0, -1) }]);
  });

  it.each([
    ['swissmetro-mode-choice', 'How many take the train today?'],
    ['swissmetro-mode-choice', 'How many would take the Swissmetro if its fares were 20% lower?'],
    ['swissmetro-mode-choice', 'We are a family of 4. What if train fares were 20% lower?'],
    ['swissmetro-mode-choice', 'If train fares fell by 20% and everything else stays the same, who takes the train?'],
    ['health-insurance-visits', 'How many visits are there if care is free?'],
    ['catsup-repeat-purchases', "What if Hunt's price is 20% lower for the first two purchases?"],
  ])('Of a question about %s that is read completely, nothing is left: %s', (slug, question) => {
    expect(leftOf(slug, question)).toEqual([]);
  });
});
