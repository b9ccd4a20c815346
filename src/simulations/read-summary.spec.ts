import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSummary } from './read-summary.js';
import { summarySchema } from './summary.schema.js';

/** Summaries as engine 1.2.0 stored them. */
const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/engine-1-summaries.json'), 'utf8')) as Record<
  'independent' | 'without_draws' | 'interacting',
  { summary: StoredSummary }
>;
interface StoredSummary {
  outcomes: { errors: { sampling: number | null; estimation: number | null } }[];
  uncertainty: { parameter_draws: number };
}
const names = ['independent', 'without_draws', 'interacting'] as const;

/** Removes the fields that stored summaries of engine 1 do not have. */
function withoutAdded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdded);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !['errors', 'difference_errors', 'outcome_groups', 'uncertainty'].includes(name))
      .map(([name, one]): [string, unknown] => [name, withoutAdded(one)]),
  );
}

describe('readSummary', () => {
  it.each(names)('A summary that engine 1 stored (%s) has the form that the API documents', (name) => {
    expect(summarySchema.safeParse(readSummary(stored[name].summary)).error).toBeUndefined();
  });

  it.each(names)('The numbers and intervals of a summary that engine 1 stored (%s) do not change', (name) => {
    expect(withoutAdded(readSummary(stored[name].summary))).toEqual(withoutAdded(stored[name].summary));
  });

  it('The sampling error of engine 1 is the simulation error, and parts that engine 1 did not compute are unknown', () => {
    const { outcomes, segments, curves } = readSummary(stored.interacting.summary);
    const { sampling, estimation } = stored.interacting.summary.outcomes[0]!.errors;
    expect(sampling).toBeGreaterThan(0);
    expect(outcomes[0]!.errors).toEqual({ simulation: sampling, estimation, population: null, model: null });
    const unknown = { simulation: null, estimation: null, population: null, model: null };
    expect(segments[0]!.groups[0]!.outcomes[0]).toMatchObject({ errors: unknown, difference_errors: unknown });
    expect(curves[0]!.points[0]).toMatchObject({ errors: unknown, difference_errors: unknown });
  });

  it('The summary of engine 1 states the draws, the counted shares and the level of its intervals', () => {
    expect(readSummary(stored.independent.summary).uncertainty).toEqual({
      level: 0.95,
      method: 'draws',
      parameter_draws: 50,
      replicates: null,
      shares: 'counted',
    });
    expect(readSummary(stored.without_draws.summary).uncertainty.parameter_draws).toBe(0);
  });

  it('A summary in the current form is returned unchanged', () => {
    const current = readSummary(stored.independent.summary);
    expect(readSummary(current)).toBe(current);
  });
});
