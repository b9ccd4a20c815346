import { plainText, withoutMarkup, decidingSentences } from './plain-text.js';

const nested = (unit: string) => unit.repeat(Math.floor(2_000 / unit.length));

describe('The plain text of a question', () => {
  it.each([
    ['# Fares\n\nWe plan **lower** fares.\n', 'Fares\nWe plan lower fares.'],
    ['1. Trains\n2. [Cars](https://example.org)\n\n> How many?', 'Trains\nCars\nHow many?'],
    ['<p>How many <b>take</b> the train<br>if it is cheaper?</p>', 'How many take the train\nif it is cheaper?'],
    ['<style>p { color: red }</style><script>alert(1)</script>How many?', 'How many?'],
    ['Trains &amp; cars &lt;3', 'Trains & cars <3'],
    ['A question\nover two lines', 'A question over two lines'],
  ])('Markup is removed from %j', (question, text) => expect(plainText(question)).toBe(text));

  it.each([
    'What if fares < 5 and speed > 100?',
    'Heinz 32 at $1.19 & Hunt’s 32 at $1.09: who wins?',
    'price * 2, time_in_minutes / 2 – what share [of all] takes the car?',
    'Sales (+10%) if we use a_b_c = 5 # and so on?',
  ])('The plain text %j does not change', (question) => expect(plainText(question)).toBe(question));

  it.each(['[', '<', '<a ', '![[]()', '> ', '- ', '**a', 'a**b**', '`', '&', '<div>', '<!--', '&amp;', '[a]('])(
    'A hostile text made of %j does not grow',
    (unit) => expect(plainText(nested(unit)).length).toBeLessThanOrEqual(nested(unit).length),
  );

  it('A question without markup keeps all of its characters', () => {
    for (const question of ['1. Fares fall by 10%', 'Who has <18 years or >100k?', 'match 3 * 1'])
      expect(withoutMarkup(question)).toBe(question);
    expect(withoutMarkup('# Plan\n- fares **-10%**')).toBe('Plan\nfares -10%');
  });
});

const background = 'We are a small railway in the mountains, and our guests are mostly hikers. ';
const request = 'How many of them would take the train if tickets cost a fifth less?';

describe('The sentences of a long question that can decide', () => {
  it('A short question has none, because the whole question decides', () => {
    expect(decidingSentences(background + request)).toEqual([]);
  });

  it('Sentences that request something can decide, and background cannot', () => {
    expect(decidingSentences(background.repeat(4) + request + background)).toEqual([request]);
    const indirect = 'Please estimate the share of train travellers.';
    expect(decidingSentences(background.repeat(4) + indirect)).toEqual([indirect]);
  });

  it('All sentences can decide if none requests something', () => {
    expect(decidingSentences(background.repeat(4))).toHaveLength(4);
  });

  it('A long text of a single sentence has none', () => {
    expect(decidingSentences(`${'train and '.repeat(40)}car?`)).toEqual([]);
  });

  it('At most the eight longest sentences can decide, in their order', () => {
    const sentences = Array.from({ length: 20 }, (_, k) => `How many take the train on line ${'x'.repeat(k)}?`);
    expect(decidingSentences(sentences.join(' '))).toEqual(sentences.slice(-8));
    const equal = 'How many take the train? '.repeat(20);
    expect(decidingSentences(equal)).toHaveLength(8);
  });
});
