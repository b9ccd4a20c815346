import { describeRank } from './predictor-transcriber.js';

const phrases = { favours: 'going', less: '{number} go less', more: '{number} go more' };
const rank = (less: number, more: number) => describeRank('people like me', phrases, { less, more }).text;

describe('the rank of an agent among its peers', () => {
  it('A rank states the peers on both sides, and attributes an extreme rank to the random error', () => {
    expect(rank(0.4, 0.35)).toBe('Of 100 people like me, about 40 go less and about 35 go more.');
    expect(rank(0.93, 0.05)).toBe(
      'Of 100 people like me, about 93 go less and about 5 go more. The random error, which the model does not explain, causes this difference.',
    );
  });

  it('A rank never states 0 or 100 of 100 peers', () => {
    expect(rank(0, 0.35)).toBe('Of 100 people like me, about 35 go more.');
    expect(rank(0.999, 0.001)).toMatch(/^Of 100 people like me, more than 99 go less\. The random error/);
    expect(rank(0.001, 0.002)).toBe('Nearly all people like me do the same.');
  });
});
