import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AdjustmentError } from '../engine-error.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { importPeople } from '../population/prepare-people.js';
import { compilePopulation } from '../population/compile-population.js';
import { samplePopulation } from '../population/sample-population.js';
import { streamKey } from '../random/stream-key.js';
import { simulate } from '../simulation/simulate.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { adjustDefinition } from './adjust-definition.js';
import type { StoredPeople } from './adjustment-step.js';
import { attributeKeys } from './use-people.js';
import { sampleSize } from '../../test/support/full-level.js';

const read = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
const swissmetro = read('../model/testing/linear-mode-choice');
const context = { seed: 1, agentCount: 100 };
const restrict = (where: Record<string, string[]>, definition = swissmetro) =>
  adjustDefinition(definition, { where }, context).definition;
const agentsOf = (definition: typeof swissmetro, from: number, to: number) =>
  samplePopulation(compilePopulation(definition.population), streamKey(3, definition.workflow_id), from, to);
const womenUnder40 = { sex: ['female'], age: ['up_to_24', '25_to_39'] };

function issuesOf(where: Record<string, string[]>, definition = swissmetro) {
  try {
    restrict(where, definition);
  } catch (error) {
    if (error instanceof AdjustmentError) return error.issues;
  }
  return [];
}

describe('restrictPopulation', () => {
  it('A segment that the model does not fit has a warning with both values, and others have none', () => {
    const warningsOf = (where: Record<string, string[]>) => adjustDefinition(swissmetro, { where }, context).warnings;
    const [warning, ...others] = warningsOf({ ga_travelcard: ['yes'] });
    expect([warning!.code, others]).toEqual(['segment_misfit', []]);
    expect(warning!.message).toMatch(
      /in 243 held-out observations, it predicted \d+\.\d% for “Train”, and 47\.7% were observed\.$/,
    );
    expect(warningsOf({ ga_travelcard: ['no'] })).toEqual([]);
    expect(warningsOf({ age: ['unknown'] }).map(({ code }) => code)).toEqual(['segment_not_checked']);
  });

  it('All agents of a restricted population are in the segment', () => {
    const { columns } = agentsOf(restrict(womenUnder40), 0, 2_000);
    const values = (id: string) => {
      const column = columns.find(({ name }) => name === `attribute.${id}`)!;
      return new Set(Array.from(column.values, (code) => column.categories![code]));
    };
    expect(values('sex')).toEqual(new Set(['female']));
    expect(values('age')).toEqual(new Set(['up_to_24', '25_to_39']));
  });

  it('The attributes of a segment have the distribution of its members in the whole population', () => {
    const count = sampleSize(5_000, 20_000);
    const restricted = agentsOf(restrict(womenUnder40), 0, count).columns;
    const all = agentsOf(swissmetro, 0, 10 * count).columns;
    const of = (columns: typeof all, id: string) => columns.find(({ name }) => name === `attribute.${id}`)!.values;
    const members = Array.from(of(all, 'sex').keys()).filter(
      (row) => of(all, 'sex')[row] === 0 && of(all, 'age')[row]! < 2,
    );
    for (const id of ['train_time', 'income', 'train_fare', 'purpose']) {
      const mean = (values: ArrayLike<number>) =>
        Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
      const expected = members.map((row) => of(all, id)[row]!);
      const expectedMean = mean(expected);
      const deviation = Math.sqrt(mean(expected.map((value) => (value - expectedMean) ** 2)));
      const error = deviation * Math.sqrt(1 / count + 1 / members.length);
      expect(Math.abs(mean(of(restricted, id)) - expectedMean)).toBeLessThan(4 * error);
    }
  });

  it('An agent of a segment has the same attributes in every range that contains it', () => {
    const definition = restrict(womenUnder40);
    const whole = agentsOf(definition, 0, 60).columns;
    const part = agentsOf(definition, 25, 40).columns;
    part.forEach((column, k) => expect(Array.from(column.values)).toEqual(Array.from(whole[k]!.values.slice(25, 40))));
  });

  it('An agent that is in the segment anyway keeps its attributes', () => {
    const [all, restricted] = [
      agentsOf(swissmetro, 0, 500).columns,
      agentsOf(restrict({ sex: ['male'] }), 0, 500).columns,
    ];
    const sex = all.find(({ name }) => name === 'attribute.sex')!;
    const males = Array.from(sex.values.keys()).filter((row) => sex.values[row] === 1);
    expect(males.length).toBeGreaterThan(100);
    all.forEach((column, k) => males.forEach((row) => expect(restricted[k]!.values[row]).toBe(column.values[row])));
  });

  it('A segment of one attribute or of joint cells has its exact share', () => {
    const sex = swissmetro.population.attributes.find(({ id }) => id === 'sex')!;
    const female = 'categories' in sex ? sex.categories[0]!.probability : NaN;
    expect(restrict({ sex: ['female'] }).population.restriction?.share).toBe(female);
    const housing = read('housing-satisfaction');
    const { joint } = housing.population;
    const restricted = restrict({ influence: ['low'], contact: ['high'] }, housing);
    const [influence, contact] = ['influence', 'contact'].map((id) => joint!.attributes.indexOf(id));
    const attribute = (id: string) => housing.population.attributes.find((one) => one.id === id)!;
    const code = (id: string, category: string) => {
      const one = attribute(id);
      return 'categories' in one ? one.categories.findIndex(({ id: other }) => other === category) : -1;
    };
    const expected = joint!.cells.reduce(
      (sum, cell, k) =>
        cell[influence!] === code('influence', 'low') && cell[contact!] === code('contact', 'high')
          ? sum + joint!.probabilities[k]!
          : sum,
      0,
    );
    expect(restricted.population.restriction?.share).toBe(expected);
  });

  it('Groups of numeric attributes are the quarters of the population', () => {
    const definition = restrict({ train_time: ['group_1'] });
    expect(definition.population.restriction?.share).toBeCloseTo(0.25, 1);
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 200 });
    const segment = summary.segments.find(({ attribute }) => attribute === 'train_time')!;
    expect(segment.groups.filter(({ agent_count }) => agent_count > 0).map(({ id }) => id)).toEqual(['group_1']);
  });

  it('Groups that select everyone change no digest', () => {
    expect(restrict({ sex: ['male', 'female'] })).toBe(swissmetro);
    expect(restrict({})).toBe(swissmetro);
  });

  it('Errors of a segment are those of fewer respondents and of held-out segments', () => {
    const run = (definition: typeof swissmetro) =>
      simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 500 }).summary.outcomes[0]!;
    const [all, women] = [run(swissmetro), run(restrict({ sex: ['female'] }))];
    const share = restrict({ sex: ['female'] }).population.restriction!.share;
    const { respondents, ratio } = swissmetro.evidence.errors!.population!;
    // Both are multiples of the deviation over the 500 agents; the gap of this outcome is 0.
    const ofPopulation = ({ errors }: typeof all, effective: number) =>
      expect(errors.population).toBeCloseTo(ratio * errors.simulation! * Math.sqrt(500 / effective), 12);
    ofPopulation(all, respondents);
    ofPopulation(women, respondents * share);
    const relative = swissmetro.evidence.errors!.model!.segment_shares!;
    expect(women.errors.model).toBeCloseTo(relative * Math.sqrt(women.share * (1 - women.share)), 12);
  });

  it('A segment of imported people with fewer than 30 effective rows is rejected', () => {
    const { population } = swissmetro;
    const columns = agentsOf(swissmetro, 0, 200).columns;
    const values = population.attributes.map(({ id }) =>
      Float64Array.from(columns.find(({ name }) => name === `attribute.${id}`)!.values),
    );
    const sex = population.attributes.findIndex(({ id }) => id === 'sex');
    const imported = (women: number) => {
      values[sex] = Float64Array.from({ length: 200 }, (_, row) => Number(row >= women));
      const { people } = importPeople(
        population,
        values.map((own) => Float64Array.from(own)),
        undefined,
        200,
        'spec',
      );
      return use({ id: 'pop_1', date: '2026-11-21', people, attributes: attributeKeys(population) });
    };
    const use = (people: StoredPeople) => adjustDefinition(swissmetro, { people }, context).definition;
    expect(restrict({ sex: ['female'] }, imported(30)).population.people!.effective_count).toBeCloseTo(30, 9);
    expect(issuesOf({ sex: ['female'] }, imported(29))).toEqual([
      {
        path: 'where',
        message:
          'the segment has 29.0 effective rows of the population, but needs at least 30: select more groups, or import more rows',
      },
    ]);
  });

  it('Unknown attributes and groups, and segments below 0.1%, are rejected with the reason', () => {
    expect(issuesOf({ height: ['tall'], sex: ['other'] })).toEqual([
      { path: 'where.height', message: expect.stringContaining('is not an attribute of this workflow') as string },
      { path: 'where.sex', message: 'expected one of: female, male' },
    ]);
    const narrow = Object.fromEntries(
      ['train_time', 'train_fare', 'car_time', 'car_cost', 'swissmetro_fare_ratio'].map((id) => [id, ['group_1']]),
    );
    const rare = { ...narrow, sex: ['female'], age: ['over_65'], income: ['over_100k'], travel_class: ['first'] };
    expect(issuesOf(rare)).toEqual([
      { path: 'where', message: expect.stringMatching(/^the segment has \d+\.\d{3}% of the population/) as string },
    ]);
  });
});
