import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile, simulate } from '../src/engine/index.js';
import { type AttributeTable } from '../src/engine/population/attribute-table.js';
import { samplePopulation } from '../src/engine/population/sample-population.js';
import { barePass, peopleInBlocks } from './engine/bare-pass.js';
import { marketDefinition, movedScenario } from './engine/market.js';
import { type OtherPass, passInC, passInNumpy, writeInput } from './engine/others.js';
import { type Benchmark, type Figure } from './figures.js';

const AGENTS = 10_000;
const MANY_AGENTS = 1_000_000;
const SEED = 7;

/** Processor time, so that a shared machine matters less; the fastest of the rounds, which others' work disturbs least. */
export const engine: Benchmark = {
  name: 'engine',
  about: `a choice of ${AGENTS.toLocaleString('en')} agents × 4 alternatives × 6 attributes, 2 random tastes, beside C and numpy`,
  run: () => Promise.resolve(measure()),
};

/*
 * What limits each figure. The bare pass: Philox, which JavaScript has to put together from products of 16 bits (C multiplies 32 by 32 at
 * once and four rows at a time), a third of it, then two logarithms for each error. The whole answer: drawing the 24 attributes of each
 * agent, the exponentials of the probabilities and of the parameter draws, and counting the segments.
 */
function measure(): Figure[] {
  const definition = marketDefinition();
  const compiled = compile(definition, movedScenario(definition), SEED);
  const pass = barePass(definition, compiled);
  const blocks = peopleInBlocks(compiled, AGENTS);
  const outcomes = new Uint8Array(AGENTS);
  const own = fastest(200, () => pass(blocks, outcomes));
  const others = passesOfOthers(samplePopulation(compiled.population, compiled.key, 0, AGENTS), compiled.key, outcomes);
  const answer = (agentCount: number) => simulate({ definition, scenario: compiled.scenario, seed: SEED, agentCount });
  const few = fastest(30, () => answer(AGENTS));
  const many = fastest(2, () => answer(MANY_AGENTS));
  return [
    ...others.map(({ name, milliseconds }) => ({ ...alone(milliseconds), case: `bare pass in ${name}` })),
    ...(others.length === 0 ? [alone(own)] : []),
    ...others.map(({ name, milliseconds }) => compared('bare pass', own, 'ms', name, milliseconds)),
    compared('whole answer, 50 parameter draws', few, 'ms', 'the bare pass', own),
    compared(
      'whole answer, 1,000,000 agents, each',
      (many * 1e6) / MANY_AGENTS,
      'ns',
      'of 10,000',
      (few * 1e6) / AGENTS,
    ),
  ];
}

function alone(value: number): Figure {
  return { case: 'bare pass', value, unit: 'ms', against: null, ratio: null };
}

function compared(what: string, value: number, unit: string, against: string, of: number): Figure {
  return { case: what, value, unit, against, ratio: value / of };
}

function fastest(rounds: number, work: () => void): number {
  return Math.min(
    ...Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );
}

/** The same people and coefficients elsewhere. C has the same luck too, so that every agent must choose the same there. */
function passesOfOthers(
  people: AttributeTable,
  key: Parameters<typeof writeInput>[2],
  outcomes: Uint8Array,
): (OtherPass & { name: string })[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'));
  try {
    const input = join(folder, 'input');
    writeInput(input, people, key);
    const inC = passInC(folder, input, 200);
    if (inC && inC.outcomes !== outcomes.join('')) throw new Error('the agents in C choose otherwise');
    const inNumpy = passInNumpy(input, 100);
    if (inNumpy && !isAlike(inNumpy.outcomes, outcomes)) throw new Error('the shares of numpy are other ones');
    return [...(inC ? [{ ...inC, name: 'C -O3' }] : []), ...(inNumpy ? [{ ...inNumpy, name: 'numpy' }] : [])];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** numpy has other luck: its shares may be 3 points away, some five standard errors of their difference. */
function isAlike(shares: string, outcomes: Uint8Array): boolean {
  return shares.split(' ').every((share, code) => {
    const own = outcomes.reduce((count, outcome) => count + Number(outcome === code), 0) / outcomes.length;
    return Math.abs(Number(share) - own) < 0.03;
  });
}
