// Linguistic data: words that users write. cspell:ignore quater nobody blokes Wouldn distnace neihbours trippled expensyve
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';
import { ReadQuestion } from './mentions.js';
import { correctSpelling, spellingsOf } from './spelling.js';
import { tokensOf } from './tokens.js';
import { phrasesOf } from './vocabulary.js';

const definitions = new Map<string, WorkflowDefinition>();
function read(workflow: string, question: string) {
  const file = join(import.meta.dirname, `../catalog/${workflow}.json`);
  const definition = definitions.get(workflow) ?? parseDefinition(JSON.parse(readFileSync(file, 'utf8')));
  definitions.set(workflow, definition);
  const { interpreted, segments, notInterpreted } = interpretQuestion(definition, question);
  return {
    options: Object.fromEntries(interpreted.map(({ parameter, value }) => [parameter, value])),
    segments: Object.fromEntries(segments.map(({ attribute, values }) => [attribute, values])),
    notInterpreted,
  };
}

describe('Phrases with alternatives and gaps', () => {
  const isFound = (alternatives: string, text: string) =>
    new ReadQuestion(tokensOf(text)).find(phrasesOf(alternatives)).length > 0;

  it.each([
    ['pay/cover … half', 'Parents cover roughly one half of it.', true],
    ['pay/cover … half', 'Parents do cover the school bus and nothing more than about a half.', false],
    ['pay … half', 'They pay. Half of them leave.', false],
    ['own … neighbor', 'Show their own record instead of the neighbor’s', false],
    ['next-door', 'The people next door', true],
    ['strong/staunch ally', 'A staunch ally', true],
  ])('The phrase %s in "%s" is found: %s', (phrase, text, found) => {
    expect(isFound(phrase, text)).toBe(found);
  });
});

describe('Options in free wording', () => {
  it.each([
    ['health-insurance-visits', 'The insurer covers 75% of each bill.', { plan: 'coinsurance_25' }],
    ['health-insurance-visits', 'What if families had to pay a quarter of the doctor?', { plan: 'coinsurance_25' }],
    ['charity-match-mailing', 'What if each $1 turns into $3?', { match: 'two_to_one' }],
    ['charity-match-mailing', 'A millionaire tops it up threefold instead of just once.', { match: 'three_to_one' }],
    ['charity-match-mailing', 'A sponsor puts in a dollar for each of theirs.', { match: 'one_to_one' }],
    ['charity-match-mailing', 'A move from no match to 3:1: who gives?', { match: 'three_to_one' }],
    ['charity-match-mailing', 'Letters go out with no match now. Suppose we offered 1:1.', { match: 'one_to_one' }],
    ['gotv-social-pressure', 'Send a card that lists who along the street went to vote.', { mailing: 'neighbors' }],
    ['gotv-social-pressure', 'Show them only their own household record.', { mailing: 'self' }],
    ['housing-satisfaction', 'Suppose no one ever talked to their neighbors.', { contact_with_residents: 'low' }],
    ['hybrid-corn-network', 'Seed goes to the farmers whom others cite most.', { seeding_strategy: 'most_named' }],
    ['charity-match-mailing', 'A sponsor adds $2 to each $1 given.', { match: 'two_to_one' }],
    ['charity-match-mailing', 'Every $20 is topped up with another $20.', { match: 'one_to_one' }],
    ['health-insurance-visits', 'The plan covers three quarters of the bill.', { plan: 'coinsurance_25' }],
    ['health-insurance-visits', 'The patient share goes from 25% to 50%.', { plan: 'coinsurance_50' }],
    ['health-insurance-visits', 'Free care is replaced by a deductible.', { plan: 'individual_deductible' }],
    ['health-insurance-visits', 'Take people off free care and ask for half of the bill.', { plan: 'coinsurance_50' }],
    ['welfare-wording-experiment', 'Swap welfare for help for the poor.', { wording: 'assistance_to_the_poor' }],
    ['gotv-social-pressure', 'Name the neighbors who did not vote in the letter.', { mailing: 'neighbors' }],
    ['housing-satisfaction', 'Give all tenants a strong say.', { influence_on_management: 'high' }],
    ['health-insurance-visits', 'Insurance pays three quarters and the patient a quarter.', { plan: 'coinsurance_25' }],
    ['health-insurance-visits', 'A 50/50 split of each bill', { plan: 'coinsurance_50' }],
    ['housing-satisfaction', 'Tear down the towers and house everyone in terraces.', { building: 'terrace' }],
    ['charity-match-mailing', 'In states that Bush did not win, promise a 1:1 match.', { match: 'one_to_one' }],
  ])('An option is found in other words: %s, %s', (workflow, question, options) => {
    expect(read(workflow, question).options).toEqual(options);
  });

  it.each([
    ['health-insurance-visits', 'The insurer pays 25% of every bill.'],
    ['health-insurance-visits', 'Patients pay three quarters of every bill.'],
  ])('An amount of the other side sets no option and is listed: %s, %s', (workflow, question) => {
    const found = read(workflow, question);
    expect(found.options).toEqual({});
    expect(found.notInterpreted).not.toEqual([]);
  });
});

describe('Words outside the scenario', () => {
  it.each([
    ['gotv-social-pressure', 'The street is icy. How many people vote?'],
    ['gotv-social-pressure', 'My neighbor reads a study. How many people vote?'],
    ['health-insurance-visits', 'Donations are tax-deductible. How many visits?'],
    ['housing-satisfaction', 'I have lived in a tower block for years. How satisfied are tenants?'],
    ['hybrid-corn-network', 'I met a popular farmer. When do farmers adopt?'],
    ['conservation-wtp', 'A big mining company is there. How many people pay?'],
  ])('Option words of another subject set no option: %s, %s', (workflow, question) => {
    expect(read(workflow, question).options).toEqual({});
  });

  it('An advertising medium is not the technology', () => {
    const question = 'What if advertising on the radio doubles?';
    expect(read('technology-adoption-bass', question).options).toEqual({ advertising: 2 });
  });
});

describe('Groups in free wording', () => {
  it.each([
    ['conservation-wtp', 'Do blokes who have not visited a park pay?', { sex: ['male'], park_visitor: ['no'] }],
    ['unemployment-duration', 'How long do workers without small kids search?', { young_children: ['no'] }],
    ['unemployment-duration', 'How long do people outside the big cities search?', { metropolitan: ['no'] }],
    ['welfare-wording-experiment', 'What do non-white people say?', { race: ['black', 'other'] }],
    ['family-planning-network', 'Do women without sons adopt?', { sons: ['no_sons'], sex: undefined }],
    ['health-insurance-visits', 'How often do people in fair or poor health go?', { health: ['fair', 'poor'] }],
    ['charity-match-mailing', 'Who gives in states that Bush won?', { state: ['red'] }],
    ['gotv-social-pressure', 'Would those living alone vote?', { household_size: ['one'] }],
    ['welfare-wording-experiment', 'What do Black women say?', { race: ['black'], sex: ['female'] }],
    ['conservation-wtp', 'Would those who do not buy green products pay?', { green_buyer: ['no'] }],
    ['family-planning-network', 'Do mothers of two sons adopt?', { sons: ['two_sons'] }],
    ['family-planning-network', 'Do women with at least five sons adopt?', { sons: ['five_sons', 'six_sons'] }],
    [
      'gotv-social-pressure',
      'Do households of two or more vote?',
      { household_size: ['two', 'three', 'four_or_more'] },
    ],
    ['swissmetro-mode-choice', 'What do travelers without a car choose?', { car_available: ['no'] }],
  ])('A group is found in other words, also if it is denied: %s, %s', (workflow, question, segments) => {
    expect(read(workflow, question).segments).toMatchObject(JSON.parse(JSON.stringify(segments)));
  });

  it.each([
    ['gotv-social-pressure', 'Wouldn’t women vote?', { sex: ['female'] }],
    ['gotv-social-pressure', 'Do not only women vote?', { sex: ['female'] }],
    ['unemployment-duration', 'How long do people with an old car search?', {}],
  ])('Other words do not exclude or name a group: %s, %s', (workflow, question, segments) => {
    expect(read(workflow, question).segments).toEqual(segments);
  });

  it.each([
    ['If everyone moved to a terrace, how would tower block people feel?', 'terrace', { housing: ['tower'] }],
    ['Put all of them in towers: how happy are those who have little contact?', 'tower', { contact: ['low'] }],
    ['What if all tenants lived in tower blocks?', 'tower', {}],
    ['Everyone moves to a terrace. How content is everyone in tower blocks then?', 'terrace', { housing: ['tower'] }],
    ['With a council in every tower block and everyone moved to a terrace?', 'terrace', { housing: ['tower'] }],
  ])('A group that the question asks about sets no option: %s', (question, building, segments) => {
    expect(read('housing-satisfaction', question)).toMatchObject({ options: { building }, segments });
    expect(read('housing-satisfaction', question).options).toEqual({ building });
  });
});

describe('Persons that are no group', () => {
  it.each([
    ['charity-match-mailing', 'Some rich guy doubles each gift. Who gives again?'],
    ['hiv-test-incentive', "How many come to hear whether they're positive for $2?"],
  ])('A sponsor, or what people learn, is no segment: %s, %s', (workflow, question) => {
    expect(read(workflow, question).segments).toEqual({});
  });
});

describe('Descriptions of groups', () => {
  it.each(['Workers in rural areas who have no small children: weeks without work?', 'Married men without a diploma'])(
    'A clause that only describes a group is not listed: %s',
    (question) => {
      expect(read('unemployment-duration', question).notInterpreted).toEqual([]);
    },
  );
});

describe('Typing errors', () => {
  const corrected = (text: string) =>
    correctSpelling(tokensOf(text), spellingsOf(['Distance', 'neighbors', 'expensive', 'contact'])).map(
      ({ stem }) => stem,
    );

  it.each([
    ['distnace', 'distance'],
    ['neihbours', 'neighbors'],
    ['trippled', 'tripled'],
    ['expensyve', 'expensive'],
    ['quater', 'quarter'],
  ])('A word with one typing error has the stem of the known word: %s', (word, known) => {
    const all = correctSpelling(tokensOf(word), spellingsOf([known]));
    expect(all.map(({ stem }) => stem)).toEqual(tokensOf(known).map(({ stem }) => stem));
  });

  it('Other words stay unchanged, also if one letter differs', () => {
    const text = 'An extensive contract for 20 computers and a neighbor';
    expect(corrected(text)).toEqual(tokensOf(text).map(({ stem }) => stem));
  });
});
