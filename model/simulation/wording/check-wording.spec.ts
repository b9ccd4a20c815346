import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { withArticle } from '../../equations/sentence.js';
import { checkWording, sampleTranscripts, textProblems } from './check-wording.js';

const read = (slug: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../../catalog/${slug}.json`), 'utf8')));

/** Warnings after a change of the texts of a workflow. */
function warningsAfter(slug: string, change: (definition: WorkflowDefinition) => unknown): string[] {
  const definition = read(slug);
  change(definition);
  return checkWording(definition).map(({ path, message }) => `${path}: ${message}`);
}

const voucher = 'hiv-test-incentive';
const trains = 'swissmetro-mode-choice';

describe('the check of the wording of transcripts', () => {
  it.each<[string, string, (definition: WorkflowDefinition) => unknown, string]>([
    [
      'a unit in the text and in the value',
      voucher,
      ({ narrative }) => (narrative.introduction[0]!.text = 'I am {age} years old'),
      'narrative.introduction.0.text: states the unit twice: {age} already contains "years", as in "54 years"',
    ],
    [
      'a currency in the text and in the value',
      trains,
      ({ narrative }) => (narrative.levers.train_cost_factor!.text = 'With a train fare of CHF {new}'),
      'narrative.levers.train_cost_factor.text: states the unit twice: {new} already contains "CHF"',
    ],
    [
      'a noun that is a verb without its helping verb',
      voucher,
      ({ narrative, decision }) => {
        narrative.outcome.chosen = 'I {alternative}';
        if (decision.family === 'binary_logit') decision.outcomes[0].noun = 'not come';
      },
      'narrative.outcome.chosen: lacks a verb before "not": "I not", in “I not come',
    ],
    [
      'an outcome sentence that needs verbs where other sentences need nouns',
      voucher,
      ({ narrative }) => (narrative.outcome.chosen = 'I {alternative}'),
      'narrative.outcome.chosen: lacks a verb: {alternative} follows the pronoun',
    ],
    [
      'a phrase that repeats a verb of its sentence',
      trains,
      ({ population }) => {
        const sex = population.attributes.find(({ id }) => id === 'sex')!;
        if ('categories' in sex) for (const category of sex.categories) category.phrase = 'am a traveler';
      },
      'narrative.introduction.0.text: has two verbs in a row: "am am"',
    ],
    [
      'two articles in a row',
      trains,
      ({ narrative }) => (narrative.introduction[0]!.text = 'I am the {sex}'),
      'narrative.introduction.0.text: has two articles in a row: "the a"',
    ],
    [
      'an unknown placeholder that no other check covers',
      trains,
      ({ narrative }) => (narrative.peers = 'travelers of {age}'),
      'narrative.peers: unknown placeholder "age"; known: none in this text',
    ],
    [
      'a missing placeholder',
      trains,
      ({ narrative }) => (narrative.levers.car_cost_factor!.text = 'With a more expensive car trip'),
      'narrative.levers.car_cost_factor.text: does not contain {new}',
    ],
    [
      'an outcome sentence without its outcome',
      trains,
      ({ narrative }) => (narrative.outcome.would = 'I would change'),
      'narrative.outcome.would: does not contain {alternative}',
    ],
    [
      'a repeated word',
      trains,
      ({ narrative }) => (narrative.peers = 'travelers travelers like me'),
      'narrative.peers: repeats a word: "travelers travelers"',
    ],
    [
      'a sentence without a capital letter',
      trains,
      ({ narrative }) => (narrative.introduction[0]!.text = 'I am {sex} {age}. my trip is {purpose}'),
      'narrative.introduction.0.text: starts a sentence in lower case: ". my"',
    ],
    [
      'a reason that ends a sentence',
      voucher,
      ({ narrative }) => (narrative.reasons[0]!.raises = 'there is a voucher.'),
      'narrative.reasons.0.raises: ends with a punctuation mark, but is inserted into a sentence',
    ],
    [
      'a reason that starts like a sentence',
      voucher,
      ({ narrative }) => (narrative.reasons[0]!.raises = 'There is a voucher'),
      'narrative.reasons.0.raises: starts with a capital letter, but is inserted into a sentence',
    ],
    [
      'a text that the family does not use',
      voucher,
      ({ narrative }) => (narrative.reasons[0]!.text = 'there is a voucher'),
      'narrative.reasons.0.text: has no effect in the family binary_logit; use "raises" and "lowers"',
    ],
  ])('A warning names the path of %s', (_, slug, change, warning) => {
    expect(warningsAfter(slug, change)).toEqual(expect.arrayContaining([expect.stringContaining(warning)]));
  });

  it.each([
    'I had had enough.',
    'I know that that train is late.',
    'I am a university student.',
    'I am 8 years old.',
    'I prefer A if it has a price of A of 3.',
  ])('The correct sentence "%s" has no problem', (text) => {
    expect(textProblems(text)).toEqual([]);
  });

  it('A problem of many agents is reported once', () => {
    const change = ({ narrative }: WorkflowDefinition) => (narrative.introduction[0]!.text = 'I am am here');
    expect(warningsAfter(trains, change).filter((warning) => warning.includes('repeats a word'))).toHaveLength(1);
  });

  it('Sample transcripts are those of the first agents', () => {
    const samples = sampleTranscripts(read(voucher), 5);
    expect(samples).toHaveLength(5);
    for (const paragraphs of samples) for (const text of paragraphs) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

describe('the article of a noun', () => {
  it('Generated texts have the article that the check expects', () => {
    const nouns = ['age', 'income', 'Urban density', 'unit', 'USD price', 'one-time fee', 'euro price', 'price'];
    expect(nouns.map(withArticle)).toEqual([
      ...[
        'an age',
        'an income',
        'an Urban density',
        'a unit',
        'a USD price',
        'a one-time fee',
        'a euro price',
        'a price',
      ],
    ]);
    for (const noun of nouns) expect(textProblems(`The train has ${withArticle(noun)} of 5.`)).toEqual([]);
    expect(textProblems('The train has a income of 5.')).toEqual(['needs "an" before a vowel: "a in"']);
  });
});
