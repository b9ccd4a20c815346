import { type Chunk } from '../columns/column.js';
import { digestColumns } from '../columns/digest-columns.js';
import { mergeChunks } from '../columns/merge-chunks.js';
import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { isBaselineScenario } from '../definition/is-baseline.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import { type DecisionOutput } from '../model/decision-family.js';
import { baselineSummary } from '../summary/baseline-summary.js';
import { summarize } from '../summary/summarize.js';
import { type Summary } from '../summary/summary.js';
import { estimateUncertainty } from './estimate-uncertainty.js';
import { compile, type CompiledSimulation } from './compile.js';
import { drawSituation } from '../population/draw-situation.js';
import { simulateChunk } from './simulate-chunk.js';

export interface SimulationOutput extends DecisionOutput {
  summary: Summary;
  digest: string;
}

export interface SimulationRequest {
  definition: WorkflowDefinition;
  /** All parameters, as `resolveScenario` gives them. */
  scenario: Scenario;
  seed: number;
  agentCount: number;
  /**
   * How often the coefficients are drawn anew from their covariance, for the error of estimation: 0 for not at all, else at least 2, since
   * one draw shows no spread. It does not change the agents.
   */
  parameterDraws?: number;
  /** Agents between two reports of progress. It does not change the result. */
  chunkSize?: number;
  onProgress?: (agentsDone: number) => void;
  /** Asked between chunks, or between the steps of agents who meet. */
  shouldStop?: () => boolean;
}

const DEFAULT_CHUNK_SIZE = 1_000;
export const defaultParameterDraws = 50;

/**
 * A whole simulation, in the calling thread: about 3 µs of processor time for each agent of a model of three alternatives.
 *
 * @throws EngineError `simulation_canceled` when asked to stop; `invalid_argument`, `invalid_scenario`; `utility_not_finite`,
 *   `mean_too_great`, `no_alternative_available` where the model fails for an agent, with `meta.draw` where only for drawn coefficients
 */
export function simulate(request: SimulationRequest): SimulationOutput {
  const { definition, agentCount, parameterDraws = defaultParameterDraws } = request;
  if (!Number.isSafeInteger(agentCount) || agentCount < 1) {
    throw new EngineError('invalid_argument', `A simulation has at least one agent, not ${agentCount}.`, {
      agentCount,
    });
  }
  if (!Number.isSafeInteger(parameterDraws) || parameterDraws < 0 || parameterDraws === 1) {
    const message = `Coefficients are drawn anew 0 times, or 2 times or more, not ${parameterDraws}.`;
    throw new EngineError('invalid_argument', message, { parameterDraws });
  }
  const compiled = compile(definition, request.scenario, request.seed);
  const decided = compiled.interacting
    ? runTogether(compiled, request)
    : { columns: mergeChunks(runChunks(compiled, request)), events: [] };
  const uncertainty = estimateUncertainty(compiled, agentCount, parameterDraws, () => stopIfAsked(request));
  const summary = summarize(definition, decided, uncertainty);
  return {
    ...decided,
    summary: isBaselineScenario(definition, request.scenario) ? baselineSummary(summary) : summary,
    digest: digestColumns(decided.columns, decided.events),
  };
}

function runTogether(compiled: CompiledSimulation, request: SimulationRequest): DecisionOutput {
  const { agentCount, onProgress } = request;
  const met = drawSituation(compiled, 0, agentCount, (done, of) => {
    stopIfAsked(request);
    onProgress?.(Math.floor((agentCount * done) / of));
  });
  const { columns, events } = compiled.decision.run(met.situation);
  return { columns: [...met.columns, ...columns], events };
}

function runChunks(compiled: CompiledSimulation, request: SimulationRequest): Chunk[] {
  const { agentCount, chunkSize = DEFAULT_CHUNK_SIZE, onProgress } = request;
  if (!Number.isSafeInteger(chunkSize) || chunkSize < 1) {
    throw new EngineError('invalid_argument', `A chunk has at least one agent, not ${chunkSize}.`, { chunkSize });
  }
  const chunks: Chunk[] = [];
  for (let from = 0; from < agentCount; from += chunkSize) {
    stopIfAsked(request);
    const to = Math.min(from + chunkSize, agentCount);
    chunks.push(simulateChunk(compiled, from, to));
    onProgress?.(to);
  }
  return chunks;
}

function stopIfAsked({ shouldStop }: SimulationRequest): void {
  if (shouldStop?.()) throw new EngineError('simulation_canceled', 'The simulation was asked to stop.');
}
