import { itInFullLevel } from '../../../test/support/full-level.js';
import { draftSpec } from './draft-spec.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { fitProblem } from './sample-fit.js';
import { type ChoiceFile, generatedChoices } from '../testing/generated-choices.js';

const keys: Record<ChoiceFile['key'], string> = {
  text: 'situation: set',
  'respondent and task': 'situation: [resp, task]',
  'wave, respondent and task': 'situation: [wave, person, task]',
};

/** What is wrong with the default draft of a generated file of choices. */
function choiceFileProblems(seed: number): string[] {
  const { file, outcome, table } = generatedChoices(seed);
  const { spec, questions } = draftSpec(table, { file: 'data.csv', outcome });
  const problem = fitProblem(() => expandSpec(parseSpec(spec), table));
  const isChoice = /^alternatives:/m.test(spec);
  const isAsked = questions.some(({ part }) => part === 'alternatives');
  const hasError = file.error !== 'none' && file.shape === 'long';
  const named = `${seed}: ${Object.values(file).join(', ')}`;
  return [
    ...(problem ? [`${named} cannot be fitted: ${problem.error.message}`] : []),
    ...(isChoice || isAsked ? [] : [`${named} is no choice, and not asked about`]),
    ...(isChoice && file.shape === 'long' && !spec.includes(keys[file.key]) ? [`${named} has another key`] : []),
    ...(isChoice && hasError && !isAsked && !/no chosen row/.test(spec) ? [`${named} does not state its error`] : []),
  ];
}

test('Default drafts of generated choice files are fitted choices, or ask whether they are', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  expect(seeds.flatMap(choiceFileProblems)).toEqual([]);
});

itInFullLevel.each([100, 200, 300, 400, 500])(
  'Default drafts of generated choice files from %i are fitted choices, or ask',
  (from) => {
    const seeds = Array.from({ length: 100 }, (_, k) => from + k);
    expect(seeds.flatMap(choiceFileProblems)).toEqual([]);
  },
);
