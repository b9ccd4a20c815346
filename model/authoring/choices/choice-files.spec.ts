import { choiceFileProblems } from '../testing/choice-file-problems.js';

test('Default drafts of generated choice files are fitted choices, or ask whether they are', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  expect(seeds.flatMap(choiceFileProblems)).toEqual([]);
});
