// cspell:ignore größe
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from './language.js';

const folder = join(import.meta.dirname, '../../bench/questions');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown;
const foreign = Object.entries(read('foreign-questions.json') as Record<string, string[]>);

/** All texts in a file, without the descriptions of their style. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, part]) => (field === 'voice' ? [] : textsIn(part)));
}

describe('The language of a question', () => {
  it('At least 95% of questions in other languages are recognized with the correct language', async () => {
    const questions = foreign.flatMap(([language, texts]) => texts.map((text) => ({ language, text })));
    const found = await Promise.all(questions.map(({ text }) => languageOf(text)));
    const recognized = questions.filter(({ language }, at) => found[at] === language);
    expect(questions.length).toBeGreaterThan(200);
    expect(recognized.length / questions.length).toBeGreaterThanOrEqual(0.95);
  });

  it('No English question of any writer is taken for another language', async () => {
    const files = readdirSync(folder).filter((name) => /^(routing|scenario).*\.json$/.test(name));
    const texts = files.flatMap((file) => textsIn(read(file)));
    expect(texts.length).toBeGreaterThan(2_000);
    const found = await Promise.all(texts.map(languageOf));
    expect(texts.filter((_, at) => found[at] !== null)).toEqual([]);
  });

  it.each(['Swissmetro fare', "Hunt's vs Heinz", 'merci', 'train '.repeat(300), '🚂'.repeat(10), ''])(
    'The language of the short text %# is uncertain',
    async (text) => expect(await languageOf(text)).toBeNull(),
  );

  it('A long English question with a quotation in another language is English', async () => {
    const quotation = foreign[0]![1].join(' ');
    const english = 'How many travellers would take the train if tickets were a fifth cheaper than they are now? ';
    expect(await languageOf(quotation + english.repeat(4))).toBeNull();
    expect(await languageOf(quotation)).toBe('de');
  });
});
