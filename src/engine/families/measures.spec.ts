import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { simulate } from '../simulation/simulate.js';
import { type Interval } from '../summary/intervals.js';
import { type MeasureMean } from '../summary/summary.js';
import { familyOf } from './family-of.js';

/** One of each family that measures something. */
const slugs = [
  'housing-satisfaction',
  'health-insurance-visits',
  'unemployment-duration',
  'conservation-wtp',
  'technology-adoption-bass',
  'hybrid-corn-network',
  'repeated-pd-cooperation',
];

function readDefinition(slug: string) {
  return parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
}

describe.each(slugs)('the measures of %s', (slug) => {
  const definition = readDefinition(slug);
  const measures = familyOf(definition.decision).measures(definition.decision, definition.scenario.parameters);
  const scenario = baselineScenario(definition);
  // So few that means lie near the ends.
  const { columns, summary } = simulate({ definition, scenario, seed: 2, agentCount: 40, parameterDraws: 5 });

  it('lie within the bounds that the family declares, of which one at least is finite', () => {
    expect(measures.length).toBeGreaterThan(0);
    for (const { id, bounds } of measures) {
      expect(bounds.some(Number.isFinite)).toBe(true);
      const { values } = columns.find(({ name }) => name === `measure.${id}`)!;
      expect(values.every((value: number) => bounds[0] <= value && value <= bounds[1])).toBe(true);
    }
  });

  it('have no interval that leaves these bounds, in the whole and in every segment', () => {
    const expectWithin = (interval: Interval | null, [least, most]: Interval) => {
      if (!interval) return;
      expect(interval[0]).toBeGreaterThanOrEqual(least);
      expect(interval[1]).toBeLessThanOrEqual(most);
    };
    const all: MeasureMean[][] = [
      summary.measures,
      ...summary.segments.flatMap(({ groups }) => groups.map((group) => group.measures)),
    ];
    for (const means of all)
      means.forEach(({ interval, baseline_interval, difference_interval }, k) => {
        const { bounds } = measures[k]!;
        expectWithin(interval, bounds);
        expectWithin(baseline_interval, bounds);
        expectWithin(difference_interval, [bounds[0] - bounds[1], bounds[1] - bounds[0]]);
      });
  });
});
