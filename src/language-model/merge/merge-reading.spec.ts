// German and English test questions. cspell:ignore wäre wenn die billiger Auto teurer Sitze schöner wären welcher Preis
import { interpretQuestion } from '../../interpretation/interpret-question.js';
import type { Interpretation } from '../../interpretation/findings.js';
import { readBuiltInWorkflows } from '../../workflows/built-in-workflows.js';
import { mergeReading } from './merge-reading.js';
import { translatedReading } from './translated-reading.js';
import type { ModelReading } from '../tasks/extract.js';

const { definition } = readBuiltInWorkflows().get('swissmetro-mode-choice')!;
const [fare, train] = ['swissmetro_cost_factor', 'train_cost_factor'];
const nothing: ModelReading = { kind: 'scenario', values: [], segments: [], unread: [], dropped: [] };
const reading = (more: Partial<ModelReading>): ModelReading => ({ ...nothing, ...more });

describe('an English question', () => {
  const question = 'How many travellers would take the Swissmetro if its fares were 20% lower?';
  const from = 'fares were 20% lower';
  const rules = interpretQuestion(definition, question);
  const merge = (model: Partial<ModelReading>, own: Interpretation = rules, text = question) =>
    mergeReading(definition, text, own, reading(model));

  it('A value that both sides read is set once, with the value of the rules', () => {
    const { interpreted, notInterpreted } = merge({ values: [{ parameter: fare, value: 0.8004, from }] });
    expect(interpreted).toMatchObject([{ parameter: fare, value: 0.8, how: 'percent', source: 'both' }]);
    expect(notInterpreted).toEqual(rules.notInterpreted);
  });

  it('A value that only the rules read is set', () => {
    expect(merge({}).interpreted).toEqual([{ ...rules.interpreted[0], source: 'rules' }]);
  });

  it('A value that only the model read is set, and words that the rules could not read are then read', () => {
    const text = 'What if Swissmetro tickets became a real bargain, four fifths of the money?';
    const own: Interpretation = {
      ...rules,
      interpreted: [],
      notInterpreted: [{ words: 'tickets became a real bargain', reason: 'no_amount', parameters: [fare] }],
    };
    const values = [{ parameter: fare, value: 0.8, from: 'four fifths of the money' }];
    expect(merge({ values }, own, text)).toMatchObject({
      interpreted: [{ parameter: fare, value: 0.8, how: 'set', source: 'model', from: values[0]!.from }],
      notInterpreted: [],
    });
  });

  it('Different values set nothing, and both are candidates for the caller', () => {
    const { interpreted, notInterpreted } = merge({ values: [{ parameter: fare, value: 0.2, from }] });
    expect(interpreted).toEqual([]);
    expect(notInterpreted).toMatchObject([
      { reason: 'disputed', parameters: [fare], candidates: [{ [fare]: 0.8 }, { [fare]: 0.2 }] },
    ]);
  });

  it('If both sides read the same words as different parameters, neither is set, and both are candidates', () => {
    const { interpreted, notInterpreted } = merge({ values: [{ parameter: train, value: 0.8, from: '20% lower' }] });
    expect(interpreted).toEqual([]);
    expect(notInterpreted).toMatchObject([
      {
        words: '20% lower',
        reason: 'disputed',
        parameters: [fare, train],
        candidates: [{ [fare]: 0.8 }, { [train]: 0.8 }],
      },
    ]);
  });

  it('A second parameter with the words of a value that both sides read is asked back', () => {
    const values = [
      { parameter: fare, value: 0.8, from },
      { parameter: train, value: 0.8, from },
    ];
    expect(merge({ values })).toMatchObject({
      interpreted: [{ parameter: fare, value: 0.8, source: 'both' }],
      notInterpreted: [{ reason: 'disputed', parameters: [train], candidates: [{ [train]: 0.8 }] }],
    });
  });

  it('A number whose quote contains no amount is a guess, and is left out', () => {
    const values = [{ parameter: train, value: 0.5, from: 'travellers' }];
    expect(merge({ values })).toMatchObject({ interpreted: [{ parameter: fare }], notInterpreted: [] });
  });

  it.each(['ambiguous', 'negated', 'goal', 'out_of_bounds', 'two_values', 'forecast'] as const)(
    'Words that the rules refuse as %s stay refused',
    (reason) => {
      const own: Interpretation = {
        ...rules,
        interpreted: [],
        notInterpreted: [{ words: '20% lower', reason, parameters: [] }],
      };
      expect(merge({ values: [{ parameter: fare, value: 0.8, from }] }, own)).toMatchObject({
        interpreted: [],
        notInterpreted: own.notInterpreted,
      });
    },
  );

  it.each(['comparison', 'range', 'goal', 'forecast', 'denied'] as const)(
    'A question that only the model reads as a %s gets no value of the model, and is asked back',
    (kind) => {
      const { interpreted, notInterpreted } = merge({ kind, values: [{ parameter: train, value: 0.5, from }] });
      expect(interpreted).toMatchObject([{ parameter: fare, value: 0.8, source: 'rules' }]);
      expect(notInterpreted).toMatchObject([{ words: question, reason: 'disputed' }]);
    },
  );

  it.each(['comparison', 'range', 'goal', 'forecast', 'denied'] as const)(
    'The model changes nothing in a question that the rules read as a %s',
    (kind) => {
      const own = { ...rules, kind };
      expect(merge({ values: [{ parameter: train, value: 0.5, from }] }, own)).toBe(own);
    },
  );

  it('A change that only the model sees is asked back instead of running the baseline', () => {
    const own: Interpretation = { ...rules, kind: 'baseline', interpreted: [], notInterpreted: [] };
    expect(merge({ unread: ['its fares'] }, own)).toMatchObject({
      kind: 'scenario',
      notInterpreted: [{ words: 'its fares', reason: 'disputed' }],
    });
    expect(merge({ dropped: [fare] }, own).notInterpreted).toMatchObject([{ words: question, parameters: [fare] }]);
    expect(merge({ kind: 'baseline', unread: ['its fares'] }, own)).toMatchObject({
      kind: 'baseline',
      notInterpreted: [],
    });
    expect(merge({ unread: ['its fares'] }).notInterpreted).toEqual(rules.notInterpreted);
  });

  it('A default value that only the model read is left out', () => {
    const values = [{ parameter: train, value: 1, from: 'travellers' }];
    expect(merge({ values }).interpreted).toMatchObject([{ parameter: fare, source: 'rules' }]);
  });

  it('The model adds segments, and replaces none', () => {
    const own = { ...rules, segments: [{ attribute: 'age', values: ['over_65'], from: 'travellers' }] };
    const segments = [
      { attribute: 'age', values: ['under_24'], from: 'travellers' },
      { attribute: 'sex', values: ['female'], from: 'travellers' },
    ];
    expect(merge({ segments }, own).segments).toEqual([own.segments[0], segments[1]]);
  });
});

describe('a question in another language', () => {
  const question = 'Was wäre, wenn die Swissmetro 20 % billiger wäre?';
  const from = '20 % billiger';
  const english = 'What if Swissmetro fares were 20% lower?';
  const merge = (model: Partial<ModelReading>, translation = english) =>
    translatedReading(definition, question, interpretQuestion(definition, translation), reading(model));

  it('A value of the model that the rules find in the translation is set, with the words of the question', () => {
    expect(merge({ values: [{ parameter: fare, value: 0.8, from }] })).toMatchObject({
      kind: 'scenario',
      interpreted: [{ parameter: fare, value: 0.8, from, source: 'both' }],
      notInterpreted: [],
    });
  });

  it('Different values of question and translation set nothing, and both are candidates', () => {
    expect(merge({ values: [{ parameter: fare, value: 0.5, from }] })).toMatchObject({
      interpreted: [],
      notInterpreted: [{ words: from, reason: 'disputed', candidates: [{ [fare]: 0.8 }, { [fare]: 0.5 }] }],
    });
  });

  it('A value that only the translation contains is asked back', () => {
    expect(merge({})).toMatchObject({
      interpreted: [],
      notInterpreted: [{ words: question, reason: 'disputed', parameters: [fare], candidates: [{ [fare]: 0.8 }] }],
    });
  });

  it('Nothing is silent: dropped readings and unread words are listed', () => {
    const { notInterpreted } = merge({ dropped: [train], unread: [from] }, 'How many take the Swissmetro?');
    expect(notInterpreted).toEqual([
      { words: question, reason: 'disputed', parameters: [train], candidates: [] },
      { words: from, reason: 'no_parameter', parameters: [] },
    ]);
  });

  it('A question that asks for no single scenario sets nothing', () => {
    for (const kind of ['goal', 'comparison', 'range', 'forecast', 'denied'] as const) {
      const read = merge({ kind, values: [{ parameter: fare, value: 0.8, from }] });
      expect(read).toMatchObject({ kind, interpreted: [], notInterpreted: [{ words: question, reason: 'disputed' }] });
    }
    const denied = merge({ kind: 'denied' }, 'How many take the Swissmetro?');
    expect(denied).toMatchObject({ kind: 'denied', notInterpreted: [{ words: question, reason: 'negated' }] });
    const goal = merge({ kind: 'goal' }, 'Which Swissmetro fare gets a share of 20%?');
    expect(goal).toMatchObject({
      kind: 'goal',
      interpreted: [],
      notInterpreted: [{ words: question, reason: 'goal' }],
    });
    expect(merge({}, 'Which Swissmetro fare gets a share of 20%?').notInterpreted).toMatchObject([
      { reason: 'disputed' },
    ]);
  });

  it('A question without a change is the baseline', () => {
    expect(merge({ kind: 'baseline' }, 'How many take the Swissmetro?')).toMatchObject({
      kind: 'baseline',
      interpreted: [],
      notInterpreted: [],
    });
  });
});
