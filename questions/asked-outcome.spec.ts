import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../model/simulate.js';
import { askedOutcome } from './asked-outcome.js';

const definitionOf = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${slug}.json`), 'utf8')));
const swissmetro = definitionOf('swissmetro-mode-choice');
const catsup = definitionOf('catsup-brand-choice');
const housing = definitionOf('housing-satisfaction');
const unemployment = definitionOf('unemployment-duration');
const insurance = definitionOf('health-insurance-visits');

describe('askedOutcome', () => {
  it.each([
    [
      'car',
      swissmetro,
      'What share of commuters chooses the car when driving costs 30% more?',
      'driving costs 30% more',
    ],
    ['train', swissmetro, 'Does the train lose passengers if the Swissmetro gets 20% cheaper?', ''],
    ['car', swissmetro, 'If fares rise by 20%, how many travelers drive?', ''],
    ['rail', swissmetro, 'How many take the train or the Swissmetro?', ''],
    ['swissmetro', swissmetro, 'Who would use the Swissmetro train?', ''],
    ['heinz', catsup, "Hunt's cuts its price: do Heinz families switch?", "Hunt's cuts its price"],
    ['heinz32', catsup, "Hunt's 10% cheaper. Heinz 32 share lost?", "Hunt's 10% cheaper"],
    ['six_or_more', insurance, 'How many people make six or more visits?', ''],
    ['visits', insurance, 'How many more doctor visits would people make?', ''],
    ['visits', insurance, 'How often do people go on average?', ''],
    ['weeks_without_work', unemployment, 'How many weeks does it take them?', ''],
  ])('A question names %s outside its changes and conditions', (expected, definition, question, change) => {
    expect(askedOutcome(definition, question, [change])).toBe(expected);
  });

  it.each([
    ['only its change names an alternative', swissmetro, 'train tickets 25% less', 'train tickets 25% less'],
    ['only its condition names an alternative', swissmetro, 'What happens if the train is late?', ''],
    ['it names several alternatives', swissmetro, 'Do drivers leave the car for the train?', ''],
    ['a word is only part of the name of an outcome', housing, 'What if every tenant had high influence?', ''],
    ['only its setting names an alternative', swissmetro, 'The train is full today. What changes?', ''],
    ['it names nothing', catsup, 'Which shoppers switch brands?', ''],
  ])('A question asks for no outcome if %s', (_, definition, question, change) => {
    expect(askedOutcome(definition, question, [change])).toBeNull();
  });
});
