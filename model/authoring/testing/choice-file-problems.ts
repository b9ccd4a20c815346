import { draftSpec } from '../draft/draft-spec.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { fitProblem } from '../draft/sample-fit.js';
import { type ChoiceFile, generatedChoices } from './generated-choices.js';

const keys: Record<ChoiceFile['key'], string> = {
  text: 'situation: set',
  'respondent and task': 'situation: [resp, task]',
  'wave, respondent and task': 'situation: [wave, person, task]',
};

/** What is wrong with the default draft of a generated file of choices. */
export function choiceFileProblems(seed: number): string[] {
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
