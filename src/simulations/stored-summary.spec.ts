import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, ENGINE_VERSION } from '../../model/definition.js';
import { writeJson } from '../common/http/json-text.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import {
  encodeSummary,
  readFigures,
  readSummary,
  summaryAsStored,
  type EncodedSummary,
  type StoredSummary,
} from './stored-summary.js';
import { summarySchema, type SummaryRecord } from './summary.schema.js';

/** Summaries as engine 1.2.0 stored them. */
const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/engine-1-summaries.json'), 'utf8')) as Record<
  'independent' | 'without_draws' | 'interacting',
  { summary: OldSummary }
>;
interface OldSummary {
  outcomes: { errors: { sampling: number | null; estimation: number | null } }[];
  uncertainty: { parameter_draws: number };
}
const names = ['independent', 'without_draws', 'interacting'] as const;

const readOld = (name: (typeof names)[number]) =>
  readSummary({ summary: stored[name].summary as unknown as StoredSummary['summary'], summaryDetails: null });

/** A summary with segments, curves and flows. */
function simulatedSummary(): SummaryRecord {
  const json = readFileSync(join(import.meta.dirname, '../../catalog/unemployment-duration.json'), 'utf8');
  const definition = parseDefinition(JSON.parse(json));
  const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 40 });
  expect([summary.segments, summary.curves]).not.toContainEqual([]);
  return { ...summary, headline: { outcome: 'within_4_weeks', why: 'asked' } };
}

/** The columns of a row with the encoded summary. */
function rowOf({ summary, summaryDetails }: EncodedSummary): StoredSummary {
  const decoded = JSON.parse(Buffer.from(summary).toString()) as StoredSummary['summary'];
  return { summary: decoded, summaryDetails: summaryDetails && Uint8Array.from(summaryDetails) };
}

/** Removes the fields that stored summaries of engine 1 do not have. */
function withoutAdded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdded);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !['errors', 'difference_errors', 'outcome_groups', 'uncertainty', 'headline'].includes(name))
      .map(([name, one]): [string, unknown] => [name, withoutAdded(one)]),
  );
}

describe('readSummary', () => {
  it.each(names)('A summary that engine 1 stored (%s) has the form that the API documents', (name) => {
    expect(summarySchema.safeParse(readOld(name)).error).toBeUndefined();
  });

  it.each(names)('The numbers and intervals of a summary that engine 1 stored (%s) do not change', (name) => {
    expect(withoutAdded(readOld(name))).toEqual(withoutAdded(stored[name].summary));
  });

  it('The sampling error of engine 1 is the simulation error, and parts that engine 1 did not compute are unknown', () => {
    const { outcomes, segments, curves } = readOld('interacting');
    const { sampling, estimation } = stored.interacting.summary.outcomes[0]!.errors;
    expect(sampling).toBeGreaterThan(0);
    expect(outcomes[0]!.errors).toEqual({ simulation: sampling, estimation, population: null, model: null });
    const unknown = { simulation: null, estimation: null, population: null, model: null };
    expect(segments[0]!.groups[0]!.outcomes[0]).toMatchObject({ errors: unknown, difference_errors: unknown });
    expect(curves[0]!.points[0]).toMatchObject({ errors: unknown, difference_errors: unknown });
  });

  it('The summary of engine 1 states the draws, the counted shares and the level of its intervals', () => {
    expect(readOld('independent').uncertainty).toEqual({
      level: 0.95,
      method: 'draws',
      parameter_draws: 50,
      replicates: null,
      shares: 'counted',
    });
    expect(readOld('without_draws').uncertainty.parameter_draws).toBe(0);
  });

  it('A summary in the current form is returned unchanged', () => {
    const summary = readOld('independent') as unknown as StoredSummary['summary'];
    expect(readSummary({ summary, summaryDetails: null })).toBe(summary);
  });

  it('A row has an encoded summary in two columns and is read without a change', () => {
    const summary = simulatedSummary();
    const encoded = encodeSummary(summary);
    expect(readSummary(rowOf(encoded))).toEqual(summary);
    expect(encoded.summary.length + encoded.summaryDetails!.length).toBeLessThan(JSON.stringify(summary).length / 4);
  });

  it('A summary without curves, segments and flows is read without a change', () => {
    const summary = { ...simulatedSummary(), curves: [], segments: [], flows: [] };
    expect(readSummary(rowOf(encodeSummary(summary)))).toEqual(summary);
  });

  it('The figures of all agents are read without the details', () => {
    const { curves, segments, flows, ...figures } = simulatedSummary();
    const row = rowOf(encodeSummary({ ...figures, curves, segments, flows }));
    expect(readFigures(row.summary)).toEqual(figures);
  });
});

describe('summaryAsStored', () => {
  const sent = (row: StoredSummary, engineVersion: string) =>
    JSON.parse(writeJson(summaryAsStored({ ...row, engineVersion }, JSON.stringify(row.summary)))) as SummaryRecord;

  it('The response has the same summary as a reader of it, with its details', () => {
    const row = rowOf(encodeSummary(simulatedSummary()));
    expect(sent(row, ENGINE_VERSION)).toEqual(readSummary(row));
    expect(Object.keys(sent(row, ENGINE_VERSION))).toEqual(Object.keys(readSummary(row)));
  });

  it.each([
    ['of engine 1', { summary: stored.independent.summary as unknown as StoredSummary['summary'] }, '1.2.0'],
    ['without a headline', { summary: withoutHeadline(simulatedSummary()) }, ENGINE_VERSION],
  ])('A summary %s is converted', (_, row, engineVersion) => {
    const read = { ...row, summaryDetails: null };
    const summary = sent(read, engineVersion);
    expect(summary).toEqual(JSON.parse(JSON.stringify(readSummary(read))));
    expect(summary.headline).toBeNull();
  });
});

function withoutHeadline({ headline: _, ...summary }: SummaryRecord) {
  return summary as unknown as StoredSummary['summary'];
}
