import { decidingSentences } from './plain-text.js';

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
