import { intervalNote, measureSentence, type Measure, readMeasures, valuesOf } from './measure';

const revenue: Measure = {
  id: 'revenue',
  name: 'Revenue',
  unit: 'CHF',
  parameter: null,
  values: { train: { constant: 80, factor: 0 } },
};
const byFare: Measure = { ...revenue, parameter: 'fare', values: { train: { constant: 5, factor: 100 } } };

describe('measures of the user', () => {
  it('Values per 1,000 agents are numbers, or name the parameter that they multiply', () => {
    expect(valuesOf(revenue, 1000)).toEqual({ train: 80_000 });
    expect(valuesOf(byFare)).toEqual({ train: { name: 'fare', factor: 100, constant: 5 } });
  });

  it('The note lists the errors that all intervals contain, and those that one does not', () => {
    const errors = { simulation: 0.01, estimation: 0.02, population: 0.001, model: 0.01 };
    const figure = (own: typeof errors | { model: null }) => ({
      ...{ value: 1, interval: [0, 2] as [number, number], missing_parts: [] },
      errors: { ...errors, ...own },
    });
    const note = intervalNote([figure(errors), figure({ model: null })]);
    expect(note).toContain('contain the simulation error (a finite number of agents), the estimation error');
    expect(note).toContain(
      'They do not contain the error of the model on held-out data and errors in your own values.',
    );
    expect(intervalNote([figure(errors)])).toMatch(/do not contain errors in your own values\.$/);
    expect(intervalNote([])).toBe('The errors of the shares do not determine an interval.');
  });
});

describe('measureSentence', () => {
  const outcomes = [
    { id: 'train', label: 'Train' },
    { id: 'maglev', label: 'Swissmetro' },
    { id: 'car', label: 'Car' },
  ];

  it('The sentence states the value of each outcome, and that the others count 0', () => {
    expect(measureSentence(revenue, outcomes, undefined)).toBe(
      'Revenue per 1,000 agents: 80 CHF for each agent with the outcome “Train”. All other outcomes count 0.',
    );
  });

  it('The sentence combines outcomes with the same value, and names the parameter of a price', () => {
    const measure: Measure = {
      ...byFare,
      values: {
        train: { constant: 0, factor: 60 },
        maglev: { constant: 0, factor: 60 },
        car: { constant: -5, factor: 0 },
      },
    };
    expect(measureSentence(measure, outcomes, 'Rail fares')).toBe(
      'Revenue per 1,000 agents: 60 CHF × “Rail fares” for each agent with the outcome “Train” or “Swissmetro”, −5 CHF for each agent with the outcome “Car”.',
    );
  });
});

describe('readMeasures', () => {
  const storage = (text: string | null) => ({ getItem: () => text });

  it('Stored measures are read', () => {
    expect(readMeasures('mode', storage(JSON.stringify([revenue])))).toEqual([revenue]);
  });

  it.each([null, 'no JSON', '{}', '[1]', JSON.stringify([{ ...revenue, values: { train: 'x' } }])])(
    'Damaged entries are ignored: %s',
    (text) => {
      expect(readMeasures('mode', storage(text))).toEqual([]);
    },
  );
});
