import { describeRank } from './describe-rank.js';

const telling = { favours: 'going', less: '{number} go less', more: '{number} go more' };
const rank = (less: number, more: number) => describeRank('people like me', telling, { less, more });

describe('the place among people alike', () => {
  it('is told of both sides, and that the agent is apart where nearly all lie on one', () => {
    expect(rank(0.4, 0.35)).toBe('Of 100 people like me, about 40 go less and about 35 go more.');
    expect(rank(0.93, 0.05)).toBe(
      'Of 100 people like me, about 93 go less and about 5 go more. What sets me apart from them is of my own, and nobody asked about it.',
    );
  });

  it('never says none or all', () => {
    expect(rank(0, 0.35)).toBe('Of 100 people like me, about 35 go more.');
    expect(rank(0.999, 0.001)).toMatch(/^Of 100 people like me, about 99 go less\. What sets me apart/);
    expect(rank(0.001, 0.002)).toBe('Nearly all people like me do the same.');
  });
});
