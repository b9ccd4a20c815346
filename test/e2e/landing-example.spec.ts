import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleOutcome, exampleRequest } from '../../dashboard/src/pages/landing/example.js';
import type { WorkflowDefinition } from '../../model/definition.js';
import { ENGINE_VERSION } from '../../model/definition.js';
import { projectFolder } from '../support/operator.js';
import type { Simulator } from '../../src/simulations/report/simulator.js';
import { newCaller, sharedClient } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';

interface Outcome {
  id: string;
  share: number;
  interval: [number, number];
  baseline_share: number;
  difference: number;
  difference_interval: [number, number];
}

interface Finished {
  workflow_version: string;
  digest: string;
  summary: { outcomes: Outcome[] };
}

/** The landing page shows three digits after the decimal point. */
const round = (value: number) => Math.round(value * 1000) / 1000;

const definition = JSON.parse(
  readFileSync(join(projectFolder, 'catalog/swissmetro-mode-choice.json'), 'utf8'),
) as WorkflowDefinition;
const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');

/** A row of the table in the README. */
function readmeRow({ id, share, interval, baseline_share, difference, difference_interval }: Outcome): string {
  const number = (value: number) => Math.abs(value).toFixed(3);
  const signed = (value: number) => (value < 0 ? '−' : '+') + number(value);
  const cells = [id, number(share), interval.map(number).join('–'), number(baseline_share), signed(difference)];
  return `| ${[...cells, difference_interval.map(signed).join(' to ')].join(' | ')} |`;
}

describe('the example on the landing page and in the README', () => {
  let finished: Finished;
  let summary: Finished['summary'];
  beforeAll(async () => {
    finished = (await simulate(await newCaller(), exampleRequest)) as unknown as Finished;
    ({ summary } = finished);
  });

  it('A run through the service has the numbers of the table in the README', () => {
    const shown = readme.replaceAll(/ +\|/g, ' |');
    for (const outcome of summary.outcomes) expect(shown).toContain(readmeRow(outcome));
  });

  it('The sentences of the README have the differences, the versions and the digest of the run, and the model error', () => {
    const text = readme.replaceAll(/\s+/g, ' ');
    const pointsOf = (id: string) =>
      Math.abs(100 * summary.outcomes.find((one) => one.id === id)!.difference).toFixed(1);
    expect(text).toContain(
      `of the Swissmetro by ${pointsOf('swissmetro')} points, ${pointsOf('car')} from the car and ${pointsOf('train')} from the train.`,
    );
    expect(definition.evidence.errors!.model!.omitted!.parameters).toContain('swissmetro_cost_factor');
    expect(text).toContain('The intervals contain what the model may omit');
    expect(text).toContain(`the definition version (${finished.workflow_version})`);
    expect(text).toContain(`the engine version (${ENGINE_VERSION})`);
    expect(text).toContain(`\`${finished.digest}\``);
  });

  it('A run through the service has the numbers that the landing page shows', () => {
    const { id, share, baseline, difference, interval } = exampleOutcome;
    const outcome = summary.outcomes.find((one) => one.id === id)!;
    const actual = [outcome.share, outcome.baseline_share, outcome.difference, ...outcome.difference_interval];
    expect(actual.map(round)).toEqual([share, baseline, difference, ...interval]);
  });

  it('Everyone gets the simulator of the landing page, which has the request of the example and no rows', async () => {
    const { status, body } = await sharedClient().call<Simulator>('/v1/shared/example/simulator');
    const { workflow, definition: own, ...request } = body.data;
    expect(status).toBe(200);
    expect({ ...request, workflow_id: workflow.workflow_id }).toMatchObject(exampleRequest);
    expect(request.parameters).toContain('swissmetro_cost_factor');
    expect(own.population).not.toHaveProperty('people');
  });
});
