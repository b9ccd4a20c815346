import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../test/support/commands.js';
import { baselineScenario, definitionDigest } from '../../../model/definition.js';
import { simulate } from '../../../model/simulate.js';
import { readBuiltInWorkflows } from '../../workflows/built-in-workflows.js';
import { releases } from '../../workflows/releases.js';

const { definition } = readBuiltInWorkflows().get('swissmetro-mode-choice')!;
const scenario = baselineScenario(definition);
const { digest } = simulate({ definition, scenario, seed: 7, agentCount: 20, parameterDraws: 0 });
/** The form of the estimate of the model error before 0.3.0. */
const model = { shares: 0, segment_shares: 0.1, measures: {}, curves: null, differences: {}, comparisons: 171 };
const older = { ...definition, evidence: { ...definition.evidence, errors: { ...definition.evidence.errors, model } } };

describe('simulation reproduce', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'manifest-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  function reproduce(own: object, changes: object = {}) {
    const file = join(folder, 'manifest.json');
    const manifest = {
      ...{ workflow_id: definition.workflow_id, workflow_version: '2.0.0', definition: own },
      ...{ definition_digest: definitionDigest(own as typeof definition), engine_version: '2.1.0' },
      ...{ scenario, seed: 7, agent_count: 20, parameter_draws: null, digest, ...changes },
    };
    writeFileSync(file, JSON.stringify(manifest));
    return runCommand(['simulation', 'reproduce', file], {});
  }

  it('A manifest with a definition of an earlier release gives the same agents', async () => {
    const { code, stdout, stderr } = await reproduce(older);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`all 20 agents of swissmetro-mode-choice 2.0.0, seed 7, are identical.
The simulation used engine version 2.1.0.`);
  });

  it('A changed definition of an earlier release is rejected by its digest', async () => {
    const { code, stderr } = await reproduce(older, { definition_digest: 'a'.repeat(64) });
    expect([code, stderr]).toEqual([1, expect.stringContaining('differs from the simulated one')]);
  });

  it('The error of a definition that this release cannot read names the release to use', async () => {
    const unknown = { ...older, decision: { family: 'unknown' } };
    const { name } = releases[1]!;
    const { code, stderr } = await reproduce(unknown);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`Reproduce it with release ${name}: invalid_definition`),
    ]);
  });
});
