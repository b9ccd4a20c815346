import { mergeChunks } from '../columns/column.js';
import { digestColumns } from '../columns/digest-columns.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { EngineError } from '../engine-error.js';
import { blockAgents, combineBlocks, decodeBlock, encodeBlock, simulateBlock } from './parts.js';
import { simulate } from './simulate.js';
import { blocksOf, differences, expectSummaryInOnePiece, requestOf } from './testing/blocks.js';

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

  // Counts of visits.
  it('The summary of the blocks of health-insurance-visits is that of the simulation in one piece', () =>
    expectSummaryInOnePiece('health-insurance-visits'));
});
