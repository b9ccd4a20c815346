// cspell:ignore größe
import { readLines } from '../../bench/questions/read-lines.js';
import { languageOf } from './language.js';

const foreign = readLines<{ language: string; question: string }>(/^foreign-questions\.jsonl$/);

describe('The language of a question', () => {
  it('At least 95% of questions in other languages are recognized with the correct language', async () => {
    const found = await Promise.all(foreign.map(({ question }) => languageOf(question)));
    const recognized = foreign.filter(({ language }, at) => found[at] === language);
    expect(foreign.length).toBeGreaterThan(200);
    expect(recognized.length / foreign.length).toBeGreaterThanOrEqual(0.95);
  });

  it('No English question of any writer is taken for another language', async () => {
    const texts = readLines<{ question: string }>(/^(routing|scenario).*\.jsonl$/).map(({ question }) => question);
    expect(texts.length).toBeGreaterThan(2_000);
    const found = await Promise.all(texts.map(languageOf));
    expect(texts.filter((_, at) => found[at] !== null)).toEqual([]);
  });

  it.each(['Swissmetro fare', "Hunt's vs Heinz", 'merci', 'train '.repeat(300), '🚂'.repeat(10), ''])(
    'The language of the short text %# is uncertain',
    async (text) => expect(await languageOf(text)).toBeNull(),
  );

  it('A long English question with a quotation in another language is English', async () => {
    const german = foreign.filter(({ language }) => language === 'de');
    const quotation = german.map(({ question }) => question).join(' ');
    const english = 'How many travellers would take the train if tickets were a fifth cheaper than they are now? ';
    expect(await languageOf(quotation + english.repeat(4))).toBeNull();
    expect(await languageOf(quotation)).toBe('de');
  });
});
