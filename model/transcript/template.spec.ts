import fc from 'fast-check';
import { inTemplate } from '../equations/sentence.js';
import { asSentence, compileTemplate, fillTemplate, placeholders, textFor } from './template.js';

describe('a template', () => {
  it('A placeholder without a value stays in the text', () => {
    expect(fillTemplate('{who} took {what} and {why}', { who: 'I', what: 'the train' })).toBe(
      'I took the train and {why}',
    );
  });

  it('A compiled template gives the same text as one that is filled directly', () => {
    const piece = fc.constantFrom('{a}', '{b}', '{c}', '{', '}', ' is ', '');
    const template = fc.array(piece).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(template, fc.string(), fc.string(), (text, a, b) => {
        const compiled = compileTemplate<string>(text, (name) =>
          name === 'a' ? (subject) => subject : name === 'b' ? b : undefined,
        );
        expect(textFor(compiled, a)).toBe(fillTemplate(text, { a, b }));
      }),
    );
  });

  it('A template with constant values only is compiled to a text', () => {
    expect(compileTemplate('{a} and {b}', (name) => (name === 'a' ? 'one' : undefined))).toBe('one and {b}');
  });

  it.each([
    ['i take the train', 'I take the train.'],
    [' Is it?  ', 'Is it?'],
    ['éa!', 'Éa!'],
    ['', '.'],
  ])('The sentence of "%s" is "%s"', (text, expected) => {
    expect(asSentence(text)).toBe(expected);
  });

  it('A text with any braces is the same text in a template, and none of its parts is a placeholder', () => {
    const piece = fc.constantFrom('{', '}', '(', ')', 'a', '$&', '{(}', '{a}');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const name = pieces.join('');
        const template = `my ${inTemplate(name)} is {value}`;
        expect(fillTemplate(template, { value: '{a}', a: 'x' })).toBe(`my ${name} is {a}`);
        expect(placeholders(template)).toEqual(['value']);
      }),
    );
  });

  it('Placeholders are the names in closed braces', () => {
    expect(placeholders('{a} b} {c {d} {{e}}')).toEqual(['a', 'd', 'e']);
  });

  it('The time to fill a template is linear in its length, even with one million unclosed braces', () => {
    const open = '{'.repeat(1_000_000);
    expect(fillTemplate(open, { a: 'b' })).toBe(open);
    expect(placeholders(open)).toEqual([]);
  });
});
