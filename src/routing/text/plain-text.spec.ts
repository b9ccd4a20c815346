import { plainText, withoutMarkup } from './plain-text.js';

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
