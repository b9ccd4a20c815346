// cspell:ignore everybody (a process kind of the definition)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { bassCurve } from '../../../fitting/bass.js';
import type { Column } from '../../../columns/column.js';
import type { WorkflowDefinition } from '../../../definition/definition.schema.js';
import { parseDefinition } from '../../../validation/parse-definition.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import type { EngineError } from '../../../engine-error.js';
import { estimatesOf } from '../../../equations/compile-equations.js';
import { compile } from '../../../simulation/compile.js';
import { drawSituation } from '../../../population/situation.js';
import { simulate } from '../../../simulation/simulate.js';
import { agentRenderer } from '../../../simulation/render-agent.js';
import { familyOf } from '../../family-of.js';
import { diffusionModel } from '../diffusion.run.js';
import type { Diffusion } from '../diffusion.schema.js';
import { rateConverters } from './spread-in-market.js';
import { sampleSize } from '../../../../test/support/full-level.js';

// If this digest changes, results change: increase ENGINE_VERSION.
const expectedDigest = 'e26cd89b337e0847369606cc2806b3fa9acab0d9735256fccc110d0aca70521f';

const surveyed = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../testing/linear-mode-choice.json'), 'utf8')),
);
const named = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;
const times = (id: string) => ({
  id,
  label: id,
  description: id,
  type: 'number',
  unit: 'times',
  default: 1,
  minimum: 0.1,
  maximum: 10,
  calibrated_range: [0.5, 2],
});
const multiplied = (equation: string, coefficient: string, parameter: string) => [
  { id: equation, label: equation, coefficient, scale: 1, equation, factors: [] },
  {
    id: `${equation}_factor`,
    label: equation,
    coefficient: 'one',
    scale: 1,
    equation,
    factors: [{ parameter, transform: 'log' }],
  },
];
const share = (equation: string, coefficient: string, factors: object[] = []) => ({
  id: equation,
  label: equation,
  coefficient,
  scale: 1,
  equation,
  factors,
});

interface Rates {
  p?: number;
  q: number;
  m?: number;
  start?: number;
  recovery?: number;
  /** Effect of belonging to the second half of the population on log innovation. */
  second?: number;
  periods?: number;
  stepsPerPeriod?: number;
}

/** Returns an artificial workflow of a fully mixed market with these rates. */
function market({ p, q, m, start, recovery, second, periods = 20, stepsPerPeriod = 10 }: Rates): WorkflowDefinition {
  const given: [string, number | undefined][] = [
    ['p', p && Math.log(p)],
    ['q', Math.log(q)],
    ['m', m],
    ['start', start],
    ['recovery', recovery && Math.log(recovery)],
    ['second', second],
  ];
  const coefficients = given.flatMap(([id, estimate]) => (estimate === undefined ? [] : [{ id, label: id, estimate }]));
  return parseDefinition({
    ...surveyed,
    outcome_groups: undefined,
    headline_outcome: undefined,
    workflow_id: 'made-up-market',
    population: {
      ...surveyed.population,
      attributes:
        second === undefined
          ? []
          : [
              {
                type: 'categorical',
                id: 'half',
                label: 'Half',
                categories: [
                  { id: 'first', label: 'First', probability: 0.5 },
                  { id: 'second', label: 'Second', probability: 0.5 },
                ],
              },
            ],
      correlation: undefined,
    },
    scenario: {
      parameters: [times('innovation'), times('imitation'), { ...times('market'), maximum: 2 }],
      assignments: [],
    },
    decision: {
      family: 'diffusion',
      id: 'adoption',
      label: 'Adoption',
      periods: { count: periods, unit: 'year', first: 1, name: 'year {number}' },
      process: {
        kind: 'everybody',
        steps_per_period: stepsPerPeriod,
        ...(recovery && { spreading: { id: 'spreading', label: 'Passing it on' } }),
        story: {
          start: 'I have it, as have {share}',
          adopting: 'I get it in {period}, when {share} have it',
          waiting: 'By {period} I have none, while {share} have',
          outside: 'It is not for me; {share} have it by {period}',
          pressure: '{own} of it was my own accord, {others} the others',
        },
      },
      coefficients: [...coefficients, { id: 'one', label: 'one', estimate: 1, fixed: true }],
      terms: [
        ...(p ? multiplied('log_innovation', 'p', 'innovation') : []),
        ...multiplied('log_imitation', 'q', 'imitation'),
        ...(m ? [share('potential', 'm', [{ parameter: 'market' }])] : []),
        ...(start ? [share('start', 'start')] : []),
        ...(recovery ? [share('log_recovery', 'recovery')] : []),
        ...(second !== undefined
          ? [
              {
                ...share('log_innovation', 'second', [{ indicator: { attribute: 'half', in: ['second'] } }]),
                id: 'second',
              },
            ]
          : []),
      ],
      outcomes: [
        { id: 'soon', label: 'Soon', noun: 'get it soon', by: 5 },
        { id: 'later', label: 'Later', noun: 'get it later', by: periods },
        { id: 'never', label: 'Never', noun: 'never get it' },
      ],
      wait: { id: 'wait', label: 'Years without', unit: 'years' },
      adopted: { id: 'adopted', label: 'Have it' },
    },
    evidence: {
      ...surveyed.evidence,
      estimates: coefficients.map(({ id, estimate }) => ({ coefficient: id, estimate, standard_error: 0.1 })),
      covariance: undefined,
      fits: surveyed.evidence.fits.slice(0, 1),
      errors: undefined,
      hold_out: { ...surveyed.evidence.hold_out, fit: undefined, outcomes: [], segments: [] },
    },
    narrative: {
      ...surveyed.narrative,
      introduction: [{ text: 'I am a household' }],
      situation: [],
      variables: {},
      assignments: {},
      reasons: [],
      levers: {
        innovation: { text: 'With {new} as much advertising' },
        imitation: { text: 'With {new} as much talk' },
        market: { text: 'With a market {new} as large' },
      },
      outcome: { chosen: 'I {alternative}', would: 'I would {alternative}', would_have: 'I would {alternative}' },
    },
  });
}

const bass = { p: 0.02, q: 0.35, m: 0.9, start: 0.05 };
const run = (definition: WorkflowDefinition, changes = {}, agentCount = 1_000, seed = 0) =>
  simulate({
    definition,
    scenario: { ...baselineScenario(definition), ...changes },
    seed,
    agentCount,
    parameterDraws: 0,
  });

/** Runs only the decision, without uncertainty, for many agents. */
function decide(definition: WorkflowDefinition, agents: number) {
  const compiled = compile(definition, baselineScenario(definition), 0);
  const decided = compiled.decision.run(drawSituation(compiled, 0, agents).situation);
  const [adopted, spreading] = familyOf(definition.decision)
    .countCurves(definition.decision, decided)
    .map((curve) => curve.map(({ count }) => count / agents));
  return { columns: decided.columns, adopted: adopted!, spreading: spreading! };
}

/** Curves of several replicates of the random errors, without period 0. */
function curvesOfReplicates(definition: WorkflowDefinition, agents: number, replicates: number): number[][] {
  const decision = definition.decision as Diffusion;
  const compiled = compile(definition, baselineScenario(definition), 0);
  const { situation } = drawSituation(compiled, 0, agents);
  const before = decision.outcomes.length + 1 + 1;
  return Array.from({ length: replicates }, (_, replicate) => {
    const [means] = compiled.decision.expect({ ...situation, replicate }, [estimatesOf(diffusionModel(decision))]);
    return [...means!.scenario.subarray(before, before + decision.periods.count)];
  });
}

function errorOf(work: () => unknown): EngineError | undefined {
  try {
    work();
  } catch (error) {
    return error as EngineError;
  }
  return undefined;
}

const manyAgents = sampleSize(5_000, 100_000);

describe('a fully mixed market', () => {
  it('Adoption matches the Bass differential equation within 4 standard errors in every year', () => {
    const curves = curvesOfReplicates(market(bass), manyAgents, 10);
    const expected = bassCurve(bass.p, bass.q, 100 * bass.m, 100 * bass.start, 20);
    for (let year = 1; year <= 20; year++) {
      const shares = curves.map((curve) => curve[year - 1]!);
      const mean = shares.reduce((sum, value) => sum + value, 0) / shares.length;
      const variance = shares.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (shares.length - 1);
      expect(Math.abs(mean - expected[year]! / 100)).toBeLessThan(4 * Math.sqrt(variance / shares.length));
    }
  });

  it('Adoption converges to the closed form of the Bass model for small steps', () => {
    const [curve] = curvesOfReplicates(market({ p: 0.03, q: 0.4, stepsPerPeriod: 100 }), 200_000, 1);
    for (let year = 1; year <= 20; year++) {
      const left = Math.exp(-0.43 * year);
      expect(curve![year - 1]!).toBeCloseTo((1 - left) / (1 + (0.4 / 0.03) * left), 2);
    }
  });

  it('An epidemic ends at the final size implied by its reproduction number', () => {
    const definition = market({ q: 0.8, recovery: 0.4, start: 0.002, periods: 120, stepsPerPeriod: 20 });
    const { adopted, spreading } = decide(definition, 100_000);
    let size = 0.5;
    for (let k = 0; k < 200; k++) size = 1 - (1 - 0.002) * Math.exp((-0.8 / 0.4) * size);
    expect(adopted.at(-1)).toBeCloseTo(size, 2);
    expect(spreading.at(-1)).toBe(0);
    // At the peak, the susceptible share s is 1 / R, and s - log(s) / R is the same as at the start.
    const peak = 1 - 0.5 + 0.5 * Math.log(0.5 / 0.998);
    expect(Math.max(...spreading)).toBeCloseTo(peak, 2);
  });

  it('The probabilities of an agent match the shares of equal agents within 4 standard errors', () => {
    const { columns } = decide(market(bass), manyAgents);
    const outcomes = named(columns, 'outcome');
    for (const [code, id] of ['soon', 'later', 'never'].entries()) {
      const expected = named(columns, `probability.${id}`)[0]!;
      const realized = outcomes.filter((own: number) => own === code).length / manyAgents;
      expect(Math.abs(realized - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / manyAgents));
    }
  });

  it('A greater innovation or imitation rate never delays the adoption of any agent', () => {
    const definition = market(bass);
    fc.assert(
      fc.property(
        fc.constantFrom('innovation', 'imitation'),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.maxSafeNat(),
        (parameter, a, b, seed) => {
          const [less, more] = [Math.min(a, b), Math.max(a, b)].map((value) =>
            named(run(definition, { [parameter]: value }, 200, seed).columns, 'adopted_step'),
          );
          expect(Array.from(more!).every((step, agent) => step <= less![agent]!)).toBe(true);
        },
      ),
      { numRuns: sampleSize(8, 60) },
    );
  });

  it('Agents stay in the market when its potential increases', () => {
    const [small, large] = [1, 1.1].map((value) => run(market(bass), { market: value }, 2_000).columns);
    const isOutside = (columns: readonly Column[], agent: number) =>
      named(columns, 'place')[agent]! >= named(columns, 'potential')[agent]!;
    const agents = Array.from({ length: 2_000 }, (_, agent) => agent);
    expect(agents.filter((agent) => isOutside(large!, agent) && !isOutside(small!, agent))).toEqual([]);
    expect(agents.filter((agent) => isOutside(small!, agent) && !isOutside(large!, agent)).length).toBeGreaterThan(100);
  });

  it('Agents with nearly equal rates have the same results as agents with equal rates', () => {
    const [equal, nearlyEqual] = [0, 1e-15].map((second) => run(market({ ...bass, second })).columns);
    expect(named(nearlyEqual!, 'adopted_step')).toEqual(named(equal!, 'adopted_step'));
  });

  it('A segment with a greater innovation rate adopts sooner', () => {
    const { summary } = run(market({ ...bass, second: 1.5 }), {}, sampleSize(1_000, 4_000));
    const [first, second] = summary.segments[0]!.groups;
    expect(second!.measures[0]!.mean).toBeLessThan(first!.measures[0]!.mean - 1);
  });

  it('Each agent has the same random errors for any number of agents', () => {
    const [few, many] = [100, 1_000].map((agents) => run(market(bass), {}, agents).columns);
    for (const name of ['reluctance', 'place']) expect(named(few!, name)).toEqual(named(many!, name).slice(0, 100));
  });

  it('The digest of a fully mixed market does not change and does not depend on the chunk size', () => {
    const definition = market(bass);
    const scenario = { ...baselineScenario(definition), imitation: 1.5 };
    for (const chunkSize of [7, 1_000])
      expect(simulate({ definition, scenario, seed: 0, agentCount: 1_000, chunkSize }).digest).toBe(expectedDigest);
  });

  it('A fully mixed market reports progress after each period and stops on request', () => {
    const definition = market(bass);
    const done: number[] = [];
    const request = { definition, scenario: baselineScenario(definition), seed: 0, agentCount: 400, parameterDraws: 0 };
    simulate({ ...request, onProgress: (agents) => done.push(agents) });
    expect(done).toHaveLength(40);
    expect(done.at(-1)).toBe(400);
    let checks = 0;
    expect(errorOf(() => simulate({ ...request, shouldStop: () => ++checks === 5 }))?.code).toBe('simulation_canceled');
  });

  it('The error names a term with a value that is not finite', () => {
    const definition = market(bass);
    definition.decision.terms[2]!.scale = Infinity;
    expect(errorOf(() => run(definition))?.meta).toMatchObject({ term: 'log_imitation', agent: 0 });
  });

  it('Each transcript states when the agent adopted', () => {
    const definition = market(bass);
    const agents = sampleSize(50, 200);
    const output = run(definition, { imitation: 1.5 }, agents);
    const render = agentRenderer(definition, { ...baselineScenario(definition), imitation: 1.5 }, output);
    const adopted = named(output.columns, 'adopted_at');
    for (let agent = 0; agent < agents; agent++) {
      const text = render(agent).transcript.join(' ');
      expect(text).not.toMatch(/[{}]|NaN|\d\.\d{3}/);
      if (adopted[agent]! >= 1 && adopted[agent]! <= 20) expect(text).toContain(`in year ${adopted[agent]}`);
    }
  });

  it.each<[string, (decision: Diffusion) => void, string]>([
    ['no agent can ever adopt', (decision) => (decision.terms = [decision.terms[2]!]), 'no agent can ever adopt'],
    ['a state is read', ({ terms }) => terms[0]!.factors.push({ state: 'exposure' }), 'has no states'],
    [
      'an equation is of the other process',
      ({ terms }) => (terms[0]!.equation = 'adoption'),
      'equation of this process',
    ],
    ['bands do not increase', ({ outcomes }) => (outcomes[1]!.by = 5), 'must increase'],
    ['a band ends too late', ({ outcomes }) => (outcomes[1]!.by = 21), 'is after the last of 20 periods'],
    ['the last outcome has an end', ({ outcomes }) => (outcomes[2]!.by = 20), 'must not have "by"'],
    [
      'a transcript sentence has an unknown placeholder',
      ({ process }) => (process.story.adopting = 'In {year}'),
      'unknown placeholder "year"',
    ],
    [
      'a spreading curve has no recovery',
      ({ process }) => Object.assign(process, { spreading: { id: 's', label: 'S' } }),
      'no agent ever stops spreading',
    ],
  ])('A definition is rejected with a reason if %s', (_, breakIt, message) => {
    const definition = market(bass);
    breakIt(definition.decision as Diffusion);
    expect(errorOf(() => parseDefinition(definition))?.message).toContain(message);
  });

  it('The diffusion family is marked as interacting', () => {
    expect(familyOf(market(bass).decision).interacting).toBe(true);
  });

  it('Rates stay finite, however large their logarithm is', () => {
    const terms = [{ equations: ['log_innovation', 'log_imitation', 'log_recovery'] }];
    const [innovation, imitation, , , recovery] = rateConverters({ terms } as never);
    for (const rateOf of [innovation!, imitation!, recovery!]) {
      expect(rateOf(2)).toBeCloseTo(Math.exp(2), 12);
      expect(Number.isFinite(rateOf(Number.MAX_VALUE) * 1e6)).toBe(true);
    }
  });
});
