import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../model/definition.js';
import { parseDefinition } from '../model/simulate.js';
import { readQuestion } from './read-question.js';

const catalog = join(import.meta.dirname, '../catalog');
const definitionIn = (file: string) => parseDefinition(JSON.parse(readFileSync(join(catalog, file), 'utf8')));
const swissmetro = definitionIn('swissmetro-mode-choice.json');
const fare = 'swissmetro_cost_factor';
const asking = (change: string) => `How many travelers would take the Swissmetro if ${change}?`;
const read = (question: string, definition = swissmetro) => readQuestion(definition, question);

/** The definition with other fields of the first parameter. */
function withFare(fields: object): WorkflowDefinition {
  const parameters = swissmetro.scenario.parameters.map((one) => (one.id === fare ? { ...one, ...fields } : one));
  return { ...swissmetro, scenario: { ...swissmetro.scenario, parameters } };
}

describe('the reading of a question', () => {
  it('A list of more than five values has five arms, and the other values are listed as not read', () => {
    const { arms, notRead } = read(asking('its fares were 10, 20, 30, 40, 50 or 60% lower'));
    expect(arms.map(({ values }) => values[fare])).toEqual([0.9, 0.8, 0.7, 0.6, 0.5]);
    expect(notRead).toMatchObject([{ reason: 'two_values', parameters: [fare], candidates: [{ [fare]: 0.4 }] }]);
  });

  it('A range has five evenly spaced arms with both ends, or all integers if there are fewer', () => {
    const question = asking('its fares were between 10 and 30% lower');
    expect(read(question).arms.map(({ values }) => values[fare])).toEqual([0.9, 0.85, 0.8, 0.75, 0.7]);
    const counted = withFare({
      type: 'integer',
      unit: 'visits',
      default: 10,
      minimum: 0,
      maximum: 40,
      calibrated_range: [0, 40],
    });
    expect(
      read(asking('its fares were between 1 and 3 visits'), counted).arms.map(({ values }) => values[fare]),
    ).toEqual([1, 2, 3]);
  });

  it.each([
    ['its fares were lower', {}, 0.9],
    ['its fares were higher', {}, 1.1],
    ['its fares were lower', { typical_change: 0.25 }, 0.75],
    ['its fares were lower', { typical_change: 5 }, 0],
  ])('“%s” with %j assumes the value %d, within the bounds', (change, fields, value) => {
    const definition = withFare({ minimum: 0, ...fields });
    expect(read(asking(change), definition)).toMatchObject({
      values: [{ parameter: fare, value, source: 'assumed' }],
      notRead: [],
    });
  });

  it('A number without words of its own is named by its label', () => {
    const definition = withFare({ words: undefined });
    expect(read(asking('the Swissmetro fare rises by 10%'), definition).values).toMatchObject([
      { parameter: fare, value: 1.1 },
    ]);
  });

  it.each(['its fares were 20% lower', 'its fares were 20% lower and its fares were lower'])(
    '“%s” assumes nothing, because the question states the value',
    (change) => expect(read(asking(change)).values).toMatchObject([{ value: 0.8, source: 'read' }]),
  );

  it('A goal assumes no value of the parameter that it varies', () => {
    const { kind, goal, values } = read('How low must the Swissmetro fare go so that 65% of travelers choose it?');
    expect([kind, goal?.parameter, values]).toEqual(['goal', fare, []]);
  });

  it('No value of a question is outside the bounds of its parameter', () => {
    for (const definition of readdirSync(catalog)
      .filter((name) => name.endsWith('.json'))
      .map(definitionIn))
      for (const { id, label, ...parameter } of definition.scenario.parameters) {
        if (!('minimum' in parameter)) continue;
        for (const change of ['lower', 'higher', 'smaller', 'cheaper', '1,000 times higher'])
          for (const one of read(`What happens if the ${label} is ${change}?`, definition).values) {
            if (one.parameter !== id) continue;
            expect(one.value).toBeGreaterThanOrEqual(parameter.minimum);
            expect(one.value).toBeLessThanOrEqual(parameter.maximum);
          }
      }
  });
});
