import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { simulate } from '../simulation/simulate.js';
import type { Interval } from '../summary/intervals.js';
import type { MeasureMean } from '../summary/summary.js';
import { familyOf } from './family-of.js';

/** One workflow of each family with measures. */
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
  // With few agents, means are near the bounds.
  const { columns, summary } = simulate({ definition, scenario, seed: 2, agentCount: 40, parameterDraws: 5 });

  it('Each value of a measure is within the bounds of its family, at least one of which is finite', () => {
    expect(measures.length).toBeGreaterThan(0);
    for (const { id, bounds } of measures) {
      expect(bounds.some(Number.isFinite)).toBe(true);
      const { values } = columns.find(({ name }) => name === `measure.${id}`)!;
      expect(values.every((value: number) => bounds[0] <= value && value <= bounds[1])).toBe(true);
    }
  });

  it('Each interval of a mean is within the bounds, overall and in every segment', () => {
    const expectWithin = (interval: Interval | null, [minimum, maximum]: Interval) => {
      if (!interval) return;
      expect(interval[0]).toBeGreaterThanOrEqual(minimum);
      expect(interval[1]).toBeLessThanOrEqual(maximum);
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
