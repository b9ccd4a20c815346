import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile, simulate } from '../model/simulate.js';
import type { AttributeTable } from '../model/population/attribute-table.js';
import { samplePopulation } from '../model/population/sample-population.js';
import { barePass, populationInBlocks } from './engine/bare-pass.js';
import { marketDefinition, changedScenario } from './engine/market.js';
import { type OtherPass, passInC, passInNumpy, writeInput } from './engine/other-languages.js';
import { type Benchmark, fastest, type Figure } from './figures.js';

const agentCount = 10_000;
const largeAgentCount = 1_000_000;
const seed = 7;

export const engine: Benchmark = {
  name: 'engine',
  about: `a choice of ${agentCount.toLocaleString('en')} agents × 4 alternatives × 6 attributes, 2 random tastes, compared with C and numpy`,
  run: () => Promise.resolve(measure()),
};

/*
 * Main costs. Bare pass: random numbers and two logarithms for each random error, in the kernel (see docs/developer/adr/0012), then the sums of the
 * utilities. Whole result: drawing the 24 attributes of each agent, the exponentials of the probabilities, and counting the segments.
 */
function measure(): Figure[] {
  const definition = marketDefinition();
  const compiled = compile(definition, changedScenario(definition), seed);
  const pass = barePass(definition, compiled);
  const blocks = populationInBlocks(compiled, agentCount);
  const outcomes = new Uint8Array(agentCount);
  const own = fastest(200, () => pass(blocks, outcomes));
  const others = passesInOtherLanguages(
    samplePopulation(compiled.population, compiled.key, 0, agentCount),
    compiled.key,
    outcomes,
  );
  const run = (count: number) => simulate({ definition, scenario: compiled.scenario, seed, agentCount: count });
  const few = fastest(30, () => run(agentCount));
  const many = fastest(2, () => run(largeAgentCount));
  return [
    ...others.map(({ name, milliseconds }) => ({ ...alone(milliseconds), case: `bare pass in ${name}` })),
    ...(others.length === 0 ? [alone(own)] : []),
    ...others.map(({ name, milliseconds }) => compared('bare pass', own, 'ms', name, milliseconds)),
    compared('whole result', few, 'ms', 'the bare pass', own),
    compared(
      'whole result, 1,000,000 agents, each',
      (many * 1e6) / largeAgentCount,
      'ns',
      'of 10,000',
      (few * 1e6) / agentCount,
    ),
  ];
}

function alone(value: number): Figure {
  return { case: 'bare pass', value, unit: 'ms', against: null, ratio: null };
}

function compared(name: string, value: number, unit: string, against: string, base: number): Figure {
  return { case: name, value, unit, against, ratio: value / base };
}

/** Runs the same agents and coefficients in C and numpy. C uses the same random errors, so every agent must choose the same. */
function passesInOtherLanguages(
  population: AttributeTable,
  key: Parameters<typeof writeInput>[2],
  outcomes: Uint8Array,
): (OtherPass & { name: string })[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'));
  try {
    const input = join(folder, 'input');
    writeInput(input, population, key);
    const inC = passInC(folder, input, 200);
    if (inC && inC.outcomes !== outcomes.join('')) throw new Error('the agents choose differently in C');
    const inNumpy = passInNumpy(input, 100);
    if (inNumpy && !isClose(inNumpy.outcomes, outcomes)) throw new Error('the shares of numpy differ');
    return [...(inC ? [{ ...inC, name: 'C -O3' }] : []), ...(inNumpy ? [{ ...inNumpy, name: 'numpy' }] : [])];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** numpy draws other random errors. Its shares may differ by 3 points, about five standard errors of the difference. */
function isClose(shares: string, outcomes: Uint8Array): boolean {
  return shares.split(' ').every((share, code) => {
    const own = outcomes.reduce((count, outcome) => count + Number(outcome === code), 0) / outcomes.length;
    return Math.abs(Number(share) - own) < 0.03;
  });
}
