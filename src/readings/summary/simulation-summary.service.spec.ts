import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../../model/definition.js';
import { compareRuns, segmentations, summarizeParts } from '../../../model/analyses.js';
import { parseDefinition, simulate } from '../../../model/simulate.js';
import { groupedSummarySchema } from './simulation-summary.service.js';
import { comparisonSchema, toNumbers } from '../comparisons/comparison.record.js';
import { summarySchema } from '../../simulations/summary.schema.js';

/** One workflow with a measure or a curve for each kind of agents, and one with outcomes only. */
const slugs = ['swissmetro-mode-choice', 'unemployment-duration', 'conservation-wtp', 'hybrid-corn-network'];

describe('the schemas of summaries and comparisons', () => {
  it.each(slugs)('The summary, the groups and a comparison of %s have exactly the documented fields', (slug) => {
    const json = readFileSync(join(import.meta.dirname, `../../../catalog/${slug}.json`), 'utf8');
    const definition = parseDefinition(JSON.parse(json));
    const scenario = baselineScenario(definition);
    const [parameter] = definition.scenario.parameters;
    const other = { ...scenario, [parameter!.id]: 'minimum' in parameter! ? parameter.maximum : parameter!.default };
    const seed = 1;
    const run = (one: typeof scenario) => {
      const { summary, ...output } = simulate({ definition, scenario: one, seed, agentCount: 40, parameterDraws: 2 });
      return { scenario: one, output, summary };
    };
    const [own, changed] = [run(scenario), run(other)];
    expect(summarySchema.safeParse({ ...own.summary, headline: null }).error).toBeUndefined();
    const { columns } = own.output;
    const rows = Int32Array.from({ length: 40 }, (_, row) => row);
    const parts = summarizeParts(
      { definition, scenario, seed, columns },
      rows,
      segmentations(definition, columns).slice(0, 1),
    );
    const { total, groups, uncertainty } = groupedSummarySchema.shape;
    expect(total.safeParse(parts.total).error).toBeUndefined();
    expect(groups.safeParse(parts.groups).error).toBeUndefined();
    expect(uncertainty.safeParse(parts.uncertainty).error).toBeUndefined();
    const comparison = compareRuns(definition, seed, changed, own);
    if (!comparison.ok) throw new Error(comparison.reason);
    const fields = {
      simulation_id: true,
      name: true,
      seed: true,
      agents: true,
      headline: true,
      parameters: true,
    } as const;
    expect(comparisonSchema.omit(fields).safeParse(toNumbers(comparison)).error).toBeUndefined();
  });
});
