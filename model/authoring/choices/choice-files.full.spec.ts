import { choiceFileProblems } from '../testing/choice-file-problems.js';

test.each([100, 200, 300, 400, 500])(
  'Default drafts of generated choice files from %i are fitted choices, or ask',
  (from) => {
    const seeds = Array.from({ length: 100 }, (_, k) => from + k);
    expect(seeds.flatMap(choiceFileProblems)).toEqual([]);
  },
);
