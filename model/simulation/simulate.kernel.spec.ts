import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { kernel } from '../kernel/kernel.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { simulate } from './simulate.js';
import { rowsOf, sampleSize } from '../../test/support/full-level.js';
import { bundledForBrowsers, loadWithoutWebAssembly } from '../../test/support/browser-modules.js';

const catalog = join(import.meta.dirname, '../../catalog');
const readDefinition = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));

const agentCount = sampleSize(107, 307);
let withoutKernel: { kernel: typeof kernel; simulate: typeof simulate };

beforeAll(async () => {
  const paths = ['simulate.ts', '../kernel/kernel.ts'].map((path) => join(import.meta.dirname, path));
  withoutKernel = loadWithoutWebAssembly(await bundledForBrowsers(paths));
});

describe('simulations with and without the kernel', () => {
  it('The kernel runs in this process, and not in a page that forbids WebAssembly', () => {
    expect([kernel(), withoutKernel.kernel()]).toEqual([expect.anything(), undefined]);
  });

  it.each(['alt-fuel-vehicle-choice', 'catsup-brand-choice', 'housing-satisfaction', 'unemployment-duration'])(
    'Simulations of %s have the same digest with and without the kernel, for any chunk size',
    (slug) => {
      const definition = readDefinition(slug);
      const request = {
        definition,
        scenario: baselineScenario(definition),
        seed: 3,
        agentCount,
        parameterDraws: 0,
      };
      const digests = [agentCount, 1, ...rowsOf([], [33])].map(
        (chunkSize) => simulate({ ...request, chunkSize }).digest,
      );
      expect(new Set([...digests, withoutKernel.simulate({ ...request, chunkSize: 50 }).digest]).size).toBe(1);
    },
  );

  it.each(['alt-fuel-vehicle-choice', 'catsup-brand-choice', 'health-insurance-visits', 'unemployment-duration'])(
    'Summaries of %s, with the errors of groups and curves, are the same with and without the kernel',
    (slug) => {
      const definition = readDefinition(slug);
      const request = {
        definition,
        scenario: changedScenario(definition),
        seed: 3,
        agentCount: sampleSize(407, 2_307),
      };
      expect(withoutKernel.simulate(request).summary).toEqual(simulate(request).summary);
    },
  );
});

function changedScenario(definition: WorkflowDefinition) {
  const scenario = baselineScenario(definition);
  const numeric = definition.scenario.parameters.find((parameter) => parameter.type === 'number');
  return numeric ? { ...scenario, [numeric.id]: numeric.maximum } : scenario;
}
