import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isChoice, type Scenario, type WorkflowDefinition } from '../../src/engine/definition.js';
import { digestColumns, mergeChunks, parseDefinition, simulate } from '../../src/engine/simulate.js';
import {
  withBoxCox,
  withCorrelatedTastes,
  withCrossedNests,
  withGammaAmounts,
  withIntercepts,
  withLink,
  withMembership,
  withNests,
  withOwnFares,
  withPeriods,
  withScales,
} from '../../src/engine/testing/mixed-definitions.js';
import { ChunkThreads } from '../support/chunk-threads.js';
import { projectFolder } from '../support/operator.js';

const published = (workflow: string) =>
  parseDefinition(JSON.parse(readFileSync(join(projectFolder, 'src/catalog', `${workflow}.json`), 'utf8')));

const choice = published('swissmetro-mode-choice');
const binary = published('gotv-social-pressure');
const counts = published('health-insurance-visits');
const payments = published('conservation-wtp');

// Each family with independent agents, and each form of choices. Interacting agents are simulated in one thread.
const definitions: [string, WorkflowDefinition][] = [
  ['choices', choice],
  ['correlated tastes', withCorrelatedTastes(choice)],
  ['latent classes', withMembership(choice)],
  ['nests', withNests(choice)],
  ['scales in nests that share an alternative', withScales(withCrossedNests(choice))],
  ['Box-Cox variables', withBoxCox(choice)],
  ['periods of latent classes', withOwnFares(withMembership(withPeriods(choice)))],
  ['a binary outcome', binary],
  ['a binary outcome with random intercepts', withIntercepts(binary)],
  ['a complementary log-log model', withLink(binary, 'complementary_log_log')],
  ['an ordered outcome', published('housing-satisfaction')],
  ['an ordered probit', withLink(published('housing-satisfaction'), 'probit')],
  ['counts', counts],
  ['counts with random intercepts', withIntercepts(counts)],
  ['durations', published('unemployment-duration')],
  ['payments', payments],
  ['amounts or 0', withGammaAmounts(payments, true)],
];

describe('simulations on several threads', () => {
  let threads: ChunkThreads;
  beforeAll(() => {
    threads = new ChunkThreads(8);
  });
  afterAll(() => threads.stop());

  it.each(definitions)(
    'A simulation of %s has the same digest on 1, 2 and 8 threads for any assignment of agents',
    async (_, definition) => {
      const changed = definition.scenario.parameters.map((parameter) => [
        parameter.id,
        isChoice(parameter) ? parameter.options.at(-1)!.id : parameter.maximum,
      ]);
      const scenario = Object.fromEntries(changed) as Scenario;
      const request = { definition, scenario, seed: 7, agentCount: 800 };
      const expected = simulate({ ...request, parameterDraws: 0 }).digest;
      for (const count of [1, 2, 8]) {
        const columns = mergeChunks(await threads.chunks(count, { ...request, chunkSize: 50 }));
        expect(digestColumns(columns)).toBe(expected);
      }
    },
  );
});
