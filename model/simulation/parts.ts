import { type Column, mergeChunks } from '../columns/column.js';
import { digestColumns } from '../columns/digest-columns.js';
import { EngineError } from '../engine-error.js';
import { sha256 } from '../math/sha256.js';
import { addDistributions, addStatistics, type Statistics, statisticsOf } from '../summary/statistics.js';
import type { Uncertainty } from '../summary/errors.js';
import { comparedWithBaseline } from '../summary/model-errors.js';
import { addCurveSums } from '../summary/moments.js';
import { segmentations } from '../summary/segment-groups.js';
import { summarize } from '../summary/summarize.js';
import type { Summary } from '../summary/summary.js';
import { agentGroupsOf } from './simulate-chunk.js';
import { compile } from './compile.js';
import { estimateUncertainty } from './estimate-uncertainty.js';
import { passOverFigures } from './estimation-error.js';
import { checkRequest, runChunks, type SimulationRequest, throwIfCanceled } from './simulate.js';

/**
 * Agents of a block: the smallest part of a simulation. A part has one or several blocks. Sums and digests are those of blocks, combined in
 * the order of the blocks, so that the result does not depend on the parts.
 */
export const blockAgents = 50_000;

/** Number of blocks of a simulation. The last one can have fewer agents. */
export const blockCount = (agentCount: number): number => Math.ceil(agentCount / blockAgents);

/** What the result of a simulation needs to know of one of its blocks. */
export interface BlockStatistics {
  /** Index of the block, from 0. */
  readonly block: number;
  /** SHA-256 of the columns, see `digestColumns`. */
  readonly digest: string;
  readonly statistics: Statistics;
  /** The first agents determine the errors of estimation and targets, so that only block 0 has them. Every block has its curves. */
  readonly uncertainty: Uncertainty;
}

export interface SimulatedBlock extends BlockStatistics {
  readonly columns: readonly Column[];
}

/**
 * Simulates one block of a simulation, in the calling thread. The agents are those that `simulate` gives, and agents of different blocks are
 * independent, so that blocks can run in any order and on any machine.
 *
 * @param request request of the whole simulation. `onProgress` counts the agents of the block
 * @param block index of the block, from 0
 * @throws EngineError `invalid_argument` for a block that the simulation does not have, and for models whose agents interact; otherwise as `simulate`
 */
export function simulateBlock(request: SimulationRequest, block: number): SimulatedBlock {
  checkRequest(request);
  const { definition, agentCount, parameterDraws, onProgress, onStage } = request;
  if (!Number.isSafeInteger(block) || block < 0 || block >= blockCount(agentCount))
    throw new EngineError('invalid_argument', `Block ${block} does not exist in a simulation of ${agentCount} agents.`);
  const compiled = compile(definition, request.scenario, request.seed);
  onStage?.('compile');
  const from = block * blockAgents;
  const to = Math.min(from + blockAgents, agentCount);
  const chunks = runChunks(compiled, {
    ...request,
    from,
    to,
    onProgress: onProgress && ((done) => onProgress(done - from)),
  });
  const columns = mergeChunks(chunks.map((chunk) => ({ ...chunk, from: chunk.from - from, to: chunk.to - from })));
  const segments = segmentations(definition, columns);
  const beforeRun = () => throwIfCanceled(request);
  const uncertainty =
    block === 0
      ? estimateUncertainty(compiled, columns, parameterDraws, agentGroupsOf(segments), beforeRun)
      : passOverFigures(compiled, columns, to - from, [], beforeRun, { withErrors: false }).uncertainty;
  onStage?.('errors');
  const { measures, ...statistics } = statisticsOf(definition, { columns, events: [] }, segments);
  onStage?.('summary');
  const digest = digestColumns(columns);
  onStage?.('digest');
  const bounded = measures.map(({ scenario, baseline }) => ({
    scenario: addDistributions([scenario]),
    baseline: addDistributions([baseline]),
  }));
  return { block, digest, statistics: { ...statistics, measures: bounded }, uncertainty, columns };
}

/**
 * Returns the summary and the digest of a simulation from all its blocks, which can be in any order.
 *
 * Counts are exact. Sums are added in the order of the blocks. Medians and percentiles of measures are exact for whole numbers up to 4,096,
 * and within 0.05% otherwise. The digest is the SHA-256 of `{"agent_count":…,"blocks":[…]}`, with the digests of the blocks in hexadecimal.
 *
 * @throws EngineError `invalid_argument` if a block is missing, or if there are too many
 */
export function combineBlocks(
  { definition, scenario, agentCount }: Pick<SimulationRequest, 'definition' | 'scenario' | 'agentCount'>,
  blocks: readonly BlockStatistics[],
): { summary: Summary; digest: string } {
  const ordered = [...blocks].sort((a, b) => a.block - b.block);
  const count = blockCount(agentCount);
  const known = new Set(blocks.map(({ block }) => block));
  const missing = Array.from({ length: count }, (_, block) => block).find((block) => !known.has(block));
  if (missing !== undefined) throw new EngineError('invalid_argument', `Block ${missing} is missing.`);
  if (ordered.length !== count)
    throw new EngineError('invalid_argument', `${ordered.length} blocks are too many for ${agentCount} agents.`);
  const statistics = addStatistics(
    definition,
    ordered.map((block) => block.statistics),
  );
  const curves = ordered.flatMap(({ uncertainty }) => uncertainty.curves ?? []);
  const uncertainty = { ...ordered[0]!.uncertainty, curves: addCurveSums(curves) };
  const summary = summarize(definition, statistics, uncertainty, comparedWithBaseline(definition, scenario));
  const content = JSON.stringify({ agent_count: agentCount, blocks: ordered.map(({ digest }) => digest) });
  return { summary, digest: sha256().update(content).hex() };
}

/** The statistics of a block as JSON. Arrays of numbers keep their type, and all digits. */
export function encodeBlock({ block, digest, statistics, uncertainty }: BlockStatistics): string {
  return JSON.stringify({ block, digest, statistics, uncertainty }, (_, value: unknown) => {
    if (value instanceof Float64Array) return { float64: [...value] };
    return value instanceof Uint32Array ? { uint32: [...value] } : value;
  });
}

/** The inverse of {@link encodeBlock}. */
export function decodeBlock(text: string): BlockStatistics {
  return JSON.parse(text, (_, value: { float64?: number[]; uint32?: number[] } | null) => {
    if (value?.float64) return Float64Array.from(value.float64);
    return value?.uint32 ? Uint32Array.from(value.uint32) : value;
  }) as BlockStatistics;
}
