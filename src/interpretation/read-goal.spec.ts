import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';

const catalog = join(import.meta.dirname, '../catalog');
const read = (slug: string, question: string) =>
  interpretQuestion(parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8'))), question);

describe('goals that the service can search for', () => {
  it.each([
    [
      'swissmetro-mode-choice',
      'How low must the Swissmetro fare go so that 70% choose it?',
      'swissmetro_cost_factor',
      'swissmetro',
      0.7,
    ],
    [
      'swissmetro-mode-choice',
      'By how much must train fares fall for one traveler in four to take the train?',
      'train_cost_factor',
      'train',
      0.25,
    ],
    [
      'swissmetro-mode-choice',
      'How cheap must the train become to win 40% of travelers?',
      'train_cost_factor',
      'train',
      0.4,
    ],
    [
      'intercity-mode-choice',
      'By how much would air fares have to go up for the train to reach 30% of travelers?',
      'air_cost_factor',
      'train',
      0.3,
    ],
    [
      'intercity-mode-choice',
      'How far do plane tickets have to come down for flying to reach a 40% share?',
      'air_cost_factor',
      'air',
      0.4,
    ],
    [
      'alt-fuel-vehicle-choice',
      'How far would electric prices have to fall for a quarter of households to choose electricity?',
      'electric_price_factor',
      'electric',
      0.25,
    ],
    [
      'catsup-brand-choice',
      "What price does Hunt's need in order to get a quarter of the market?",
      'hunts32_price',
      'hunts32',
      0.25,
    ],
    ['conservation-wtp', 'At which price would 30% still say yes?', 'price', 'pays', 0.3],
    [
      'hiv-test-incentive',
      'How big must the voucher be so that nine in ten learn their result?',
      'incentive',
      'came',
      0.9,
    ],
  ] as const)('%s: %s', (slug, question, parameter, share, target) => {
    const { kind, goal, interpreted } = read(slug, question);
    expect({ kind, goal, interpreted }).toEqual({
      kind: 'goal',
      goal: { parameter, objective: { goal: 'reach', share, target }, from: question },
      interpreted: [],
    });
  });

  it('Other sentences set the scenario of the goal', () => {
    const { goal, interpreted } = read(
      'swissmetro-mode-choice',
      'Car costs rise by 10%. How low must the Swissmetro fare go so that 70% choose it?',
    );
    expect(goal?.parameter).toBe('swissmetro_cost_factor');
    expect(interpreted).toMatchObject([{ parameter: 'car_cost_factor', value: 1.1 }]);
  });
});

describe('goals that are asked back', () => {
  it.each([
    ['two targets', 'How low must the Swissmetro fare go so that 70% of men and 80% of women choose it?'],
    ['a change instead of a share', 'How low must the Swissmetro fare go so that 10% more people choose it?'],
    ['a group of people', 'How low must the Swissmetro fare go so that 70% of commuters choose it?'],
    ['the opposite of an outcome', 'How high must the Swissmetro fare be so that 70% do not choose it?'],
    ['two parameters', 'How low must the Swissmetro fare and the train fare go so that 70% choose the Swissmetro?'],
    ['an option', 'How low must the Swissmetro fare go so that 70% choose the Swissmetro or the car?'],
    ['an unknown word', 'How low must the Swissmetro fare go so that 70% choose it on Sundays?'],
    [
      'a value of the same parameter',
      'Swissmetro fares fall by 20%. How low must the Swissmetro fare go so that 70% choose it?',
    ],
    ['a property of the outcome', 'How low must the Swissmetro fare go so that 70% choose a slower Swissmetro?'],
    ['no share', 'How low must the Swissmetro fare go so that all of them choose it?'],
  ])('%s', (_, question) => {
    const { goal } = read('swissmetro-mode-choice', question);
    expect(goal).toBeNull();
  });

  it.each([
    [
      'an option of another parameter',
      'gotv-social-pressure',
      'What share of voters must get the neighbors letter for turnout to hit 35%?',
    ],
    ['an unnamed alternative', 'intercity-mode-choice', 'How cheap must it become so that 40% of travelers choose it?'],
    [
      'agents that interact',
      'hybrid-corn-network',
      'How strong must extension work be for half of the farmers to plant hybrid corn?',
    ],
  ])('%s', (_, slug, question) => {
    expect(read(slug, question).goal).toBeNull();
  });
});
