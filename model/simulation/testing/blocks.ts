import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { blockAgents, blockCount, combineBlocks, simulateBlock } from '../parts.js';
import { simulate, type SimulationRequest } from '../simulate.js';

/** A simulation of a published workflow, at the baseline except for some parameters. */
export function requestOf(
  workflow: string,
  agentCount: number,
  values: Record<string, number> = {},
): SimulationRequest {
  const json = readFileSync(join(import.meta.dirname, `../../../catalog/${workflow}.json`), 'utf8');
  const definition = parseDefinition(JSON.parse(json));
  return { definition, scenario: { ...baselineScenario(definition), ...values }, seed: 7, agentCount };
}

/** All blocks of a simulation. */
export const blocksOf = (request: SimulationRequest) =>
  Array.from({ length: blockCount(request.agentCount) }, (_, block) => simulateBlock(request, block));

/** Rounding of sums in another order. Medians and percentiles come from values that are rounded to 0.05%. */
const tolerance = (path: string) => (/median|percentile/.test(path) ? 5e-4 : 1e-9);

/** Numbers that differ by more than the tolerance, with their path. Everything else must be equal. */
export function differences(own: unknown, other: unknown, path = ''): string[] {
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

/** Expects that the summary of the blocks of a workflow at its baseline is the summary of the simulation in one piece. */
export function expectSummaryInOnePiece(workflow: string): void {
  const request = requestOf(workflow, blockAgents + 5_000);
  const { summary } = combineBlocks(request, blocksOf(request));
  expect(differences(simulate(request).summary, summary)).toEqual([]);
}
