import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeChunks } from '../columns/column.js';
import { digestColumns } from '../columns/digest-columns.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { EngineError } from '../engine-error.js';
import { blockAgents, combineBlocks, decodeBlock, encodeBlock, simulateBlock, blockCount } from './parts.js';
import { simulate, type SimulationRequest } from './simulate.js';
import { rowsOf } from '../../test/support/full-level.js';
import { parseDefinition } from '../validation/parse-definition.js';

/** A simulation of a published workflow, at the baseline except for some parameters. */
function requestOf(workflow: string, agentCount: number, values: Record<string, number> = {}): SimulationRequest {
  const json = readFileSync(join(import.meta.dirname, `../../catalog/${workflow}.json`), 'utf8');
  const definition = parseDefinition(JSON.parse(json));
  return { definition, scenario: { ...baselineScenario(definition), ...values }, seed: 7, agentCount };
}

/** All blocks of a simulation. */
const blocksOf = (request: SimulationRequest) =>
  Array.from({ length: blockCount(request.agentCount) }, (_, block) => simulateBlock(request, block));

/** Rounding of sums in another order. Medians and percentiles come from values that are rounded to 0.05%. */
const tolerance = (path: string) => (/median|percentile/.test(path) ? 5e-4 : 1e-9);

/** Numbers that differ by more than the tolerance, with their path. Everything else must be equal. */
function differences(own: unknown, other: unknown, path = ''): string[] {
  if (typeof own === 'number' && typeof other === 'number')
    return Math.abs(own - other) <= tolerance(path) * Math.max(1e-6, Math.abs(own))
      ? []
      : [`${path}: ${own}, ${other}`];
  if (typeof own !== 'object' || own === null || typeof other !== 'object' || other === null)
    return own === other ? [] : [`${path}: ${String(own)}, ${String(other)}`];
  const keys = new Set([...Object.keys(own), ...Object.keys(other)]);
  const at = (value: object, key: string) => (value as Record<string, unknown>)[key];
  return [...keys].flatMap((key) => differences(at(own, key), at(other, key), `${path}.${key}`));
}

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as EngineError).code;
  }
}

describe('blocks of a simulation', () => {
  const request = requestOf('swissmetro-mode-choice', blockAgents + 10_000, { swissmetro_cost_factor: 0.8 });
  const blocks = blocksOf(request);
  const combined = combineBlocks(request, blocks);

  it('Agents and summary of all blocks are those of the simulation in one piece', () => {
    const whole = simulate(request);
    expect(differences(whole.summary, combined.summary)).toEqual([]);
    const chunks = blocks.map(({ block, columns }) => {
      const from = block * blockAgents;
      return { from, to: from + columns[0]!.values.length, columns };
    });
    expect(digestColumns(mergeChunks(chunks))).toBe(whole.digest);
  });

  it('Order, copies as JSON and the machine of a block do not change one digit of the result', () => {
    const copies = blocks.toReversed().map((block) => decodeBlock(encodeBlock(block)));
    expect(combineBlocks(request, copies)).toEqual(combined);
    const again = simulateBlock(request, 1);
    expect(encodeBlock(again)).toBe(encodeBlock(blocks[1]!));
  });

  it('The result needs each block exactly once', () => {
    expect(codeOf(() => combineBlocks(request, blocks.slice(1)))).toBe('invalid_argument');
    expect(codeOf(() => combineBlocks(request, [...blocks, blocks[0]!]))).toBe('invalid_argument');
    expect(codeOf(() => simulateBlock(request, 2))).toBe('invalid_argument');
  });

  it('A request that no simulation can have is rejected', () => {
    expect(codeOf(() => simulateBlock({ ...request, agentCount: Number.NaN }, 0))).toBe('invalid_argument');
    expect(codeOf(() => simulateBlock({ ...request, parameterDraws: 1 }, 0))).toBe('invalid_argument');
  });

  it('Another scenario, seed or agent count has another digest', () => {
    const few = { ...request, agentCount: 100 };
    const other = { ...few, scenario: baselineScenario(few.definition) };
    const digests = [few, other, { ...few, seed: 8 }, { ...few, agentCount: 101 }].map(
      (one) => combineBlocks(one, blocksOf(one)).digest,
    );
    expect(new Set(digests).size).toBe(4);
  });

  it('A model whose agents interact has no blocks', () => {
    expect(codeOf(() => simulateBlock(requestOf('technology-adoption-bass', 100_000), 0))).toBe('invalid_argument');
  });

  // Counts of visits; amounts of money, and curves over time.
  it.each(rowsOf(['health-insurance-visits'], ['conservation-wtp', 'unemployment-duration']))(
    'The summary of the blocks of %s is that of the simulation in one piece',
    (workflow) => {
      const own = requestOf(workflow, blockAgents + 5_000);
      const { summary } = combineBlocks(own, blocksOf(own));
      expect(differences(simulate(own).summary, summary)).toEqual([]);
    },
  );
});
