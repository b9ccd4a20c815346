import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { sampleSize } from '../../test/support/long.js';
import { parseDefinition, type Parameter, type WorkflowDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';
import { maxMentions } from './mentions.js';
import { namesOf } from './names.js';
import { tokensOf } from './tokens.js';

const base = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../catalog/housing-satisfaction.json'), 'utf8')),
);
const maxCharacters = 2_000;

/** Choices whose options all have the word. */
const withChoices = (choices: number, options: number, words: string[] = ['red']): WorkflowDefinition => ({
  ...base,
  scenario: {
    ...base.scenario,
    parameters: Array.from({ length: choices }, (_, choice) => ({
      id: `choice_${choice}`,
      label: `Color ${choice}`,
      description: 'A color.',
      type: 'choice',
      default: 'option_0',
      options: Array.from({ length: options }, (__, option) => ({
        id: `option_${option}`,
        label: `red ${option}`,
        words,
      })),
    })) as Parameter[],
  },
});

describe('The work to read a question', () => {
  const session = new Session();
  beforeAll(async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  });
  afterAll(() => session.disconnect());

  /** How often the functions and branches of this folder run. The number does not depend on the machine. */
  async function stepsOf(definition: WorkflowDefinition, question: string): Promise<number> {
    // The vocabulary of a definition is cached.
    interpretQuestion(definition, '');
    await session.post('Profiler.takePreciseCoverage');
    interpretQuestion(definition, question);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes('/interpretation/'))
      .flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges)
      .reduce((sum, { count }) => sum + count, 0);
  }

  const phrasesIn = (definition: WorkflowDefinition) => namesOf(definition).flat().join('|').split('|').length;
  /** Constants of any workflow, such as the words of a comparison. */
  const ownNames = 100;
  const maxStepsPerTokenAndName = 60;
  const boundOf = (definition: WorkflowDefinition, question: string) =>
    maxStepsPerTokenAndName * (tokensOf(question).length + 1) * (phrasesIn(definition) + ownNames);

  it.each([1, 2, 20])(
    'Repeating the word that all options of %d choices share takes work that is linear in the words of question and definition',
    async (choices) => {
      const definition = withChoices(choices, 10);
      for (const count of [maxMentions, maxMentions + 1, 200, 500]) {
        const question = 'red '.repeat(count);
        expect(await stepsOf(definition, question)).toBeLessThan(boundOf(definition, question));
      }
    },
  );

  it('A question that repeats a name more often than a person would is not read', () => {
    const definition = withChoices(2, 10);
    const question = 'red '.repeat(maxMentions + 1);
    expect(interpretQuestion(definition, question)).toMatchObject({
      kind: 'scenario',
      interpreted: [],
      notInterpreted: [{ words: question, reason: 'too_complex', parameters: [] }],
    });
    const [first] = interpretQuestion(definition, 'red '.repeat(maxMentions)).notInterpreted;
    expect(first).toMatchObject({ reason: 'ambiguous', parameters: ['choice_0', 'choice_1'] });
  });

  const pool = ['red', 'blue', 'green', 'car'];
  const word = constantFrom(...pool);
  const phrase = array(constantFrom(...pool, 'red/blue', '…', 'of'), { minLength: 1, maxLength: 5 });
  const entry = array(phrase, { minLength: 1, maxLength: 6 }).map((all) => all.map((one) => one.join(' ')).join(' | '));
  const definition = record({
    choices: integer({ min: 0, max: 12 }),
    options: integer({ min: 2, max: 12 }),
    numbers: integer({ min: 0, max: 12 }),
    groups: integer({ min: 2, max: 12 }),
    attributes: integer({ min: 0, max: 6 }),
    words: array(entry, { minLength: 1, maxLength: 3 }),
  }).map(({ choices, options, numbers, groups, attributes, words }): WorkflowDefinition => {
    const chosen = withChoices(choices, options, words);
    const numeric = Array.from({ length: numbers }, (_, at) => ({
      id: `number_${at}`,
      label: `Red ${at}`,
      description: 'A number.',
      type: 'number',
      unit: '× the current price',
      default: 1,
      minimum: 0.1,
      maximum: 5,
      words,
    })) as Parameter[];
    const categories = Array.from({ length: groups }, (_, at) => ({
      id: `group_${at}`,
      label: `red ${at}`,
      probability: 1 / groups,
      words,
    }));
    return {
      ...chosen,
      scenario: { ...chosen.scenario, parameters: [...chosen.scenario.parameters, ...numeric] },
      population: {
        ...base.population,
        attributes: Array.from({ length: attributes }, (_, at) => ({
          id: `attribute_${at}`,
          label: `Car ${at}`,
          type: 'categorical' as const,
          categories,
        })),
      },
    };
  });
  const said = constantFrom(
    ...'if or and not from to than of , . ? 5% 10 half by more cheaper rises falls people how what would which between instead better'.split(
      ' ',
    ),
  );
  const question = array(record({ word, said, repeats: integer({ min: 1, max: 12 }) }), { minLength: 1, maxLength: 60 })
    .map((parts) => parts.map((part) => `${part.word} ${part.said} `.repeat(part.repeats)).join(''))
    .map((text) => text.slice(0, maxCharacters));

  it('Reading any question about any definition takes work that is linear in the words of both', async () => {
    await assert(
      asyncProperty(definition, question, async (workflow, text) => {
        expect(await stepsOf(workflow, text)).toBeLessThan(boundOf(workflow, text));
      }),
      { numRuns: sampleSize(15, 60), verbose: true },
    );
  });
});
