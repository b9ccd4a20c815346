import { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { compressText } from '../../common/compression.js';
import { ENGINE_VERSION } from '../../../model/definition.js';
import { simulate, type SimulationOutput } from '../../../model/simulate.js';
import { encodeAgents } from '../../simulations/results/column-table.js';
import { isExecution, isGroup, usesLanguageModel } from '../../simulations/run.kind.js';
import { digestOfGroup } from '../../simulations/run.manifest.js';
import { CommandError, jsonOption, print } from '../options.js';
import { about } from '../workflow/files.js';
import { readManifest, type CheckedManifest } from './read-manifest.js';

interface Options {
  json?: boolean;
  out?: string;
}

const example = `
Example:
  curl -s "$URL/v1/simulations/$ID/manifest" -H "Authorization: Bearer $KEY" | npm run --silent cli -- simulation reproduce -

The command requires no database and no running service: the manifest contains the whole model. The exit code is 0 if the digests match.`;

export function reproduceCommand(): Command {
  return new Command('reproduce')
    .description(
      'Run a simulation, sweep, goal or sensitivity analysis again from its manifest and compare the digests of the results',
    )
    .argument(
      '<manifest>',
      'response of GET /v1/simulations/{id}/manifest, or of the manifest of another kind of run: a file, or - for standard input',
    )
    .option('--out <file>', 'write the agents of a simulation to a Parquet file')
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(reproduce);
}

async function reproduce(file: string, { json, out }: Options): Promise<void> {
  const checked = readManifest(file);
  const { manifest, kind } = checked;
  const { seed, agent_count: agentCount } = manifest;
  if (kind.work !== 'agents' && out !== undefined) throw new CommandError(`A ${kind.noun} has no agents. Omit --out.`);
  if (usesLanguageModel(kind.work))
    throw new CommandError(`The answers of a language model cannot be reproduced. Create the ${kind.noun} again.`);
  const output = await about(file, () => compute(checked));
  if (out !== undefined && 'columns' in output) writeFileSync(out, encodeAgents(output.columns));
  const reproduced = output.digest === manifest.digest;
  const object = {
    reproduced,
    workflow_id: manifest.workflow_id,
    workflow_version: manifest.workflow_version,
    seed,
    agent_count: agentCount,
    digest: output.digest,
    expected_digest: manifest.digest,
    engine_version: ENGINE_VERSION,
    expected_engine_version: manifest.engine_version,
  };
  if (reproduced || json) print(json, object, reproducedText(checked, output));
  if (!reproduced) throw new CommandError(differentText(checked, output));
}

/** The output of a simulation, or of another run, which has no agents. */
type Output = SimulationOutput | { readonly digest: string };

async function compute({ manifest, kind: { work }, plan, definition, scenario }: CheckedManifest): Promise<Output> {
  const { seed, agent_count: agentCount } = manifest;
  const task = { definition, scenario, seed, agentCount };
  if (isExecution(work)) return work.execute(plan, task);
  if (!isGroup(work)) return simulate({ ...task, parameterDraws: 0 });
  const children = work.children({ definition, scenario: manifest.scenario, seed, agentCount }, plan);
  if (work.inBlocks) {
    const details: Uint8Array[] = [];
    for (const [block, child] of children.entries()) {
      const output = await work.inBlocks.execute(plan, { ...task, agentCount: child.agentCount!, block });
      details.push(compressText(output.details!));
    }
    return work.inBlocks.execute(plan, { ...task, details });
  }
  const digests = children.map((child) => simulate({ ...task, seed, ...child, parameterDraws: 0 }).digest);
  return { digest: digestOfGroup(digests) };
}

const engineDifference = ({ manifest: { engine_version: version } }: CheckedManifest) =>
  version !== null && version !== ENGINE_VERSION
    ? [`The simulation used engine version ${version}. This is engine version ${ENGINE_VERSION}.`]
    : [];

function reproducedText(checked: CheckedManifest, output: Output): string {
  const { workflow_id, workflow_version, agent_count, seed } = checked.manifest;
  const { digest } = output;
  if (!('summary' in output))
    return [
      `Reproduced: the result with ${agent_count} agents of ${workflow_id} ${workflow_version}, seed ${seed}, is identical.`,
      ...engineDifference(checked),
      `  digest ${digest}`,
    ].join('\n');
  const shares = output.summary.outcomes.map(
    ({ label, share }) => `  ${(100 * share).toFixed(1).padStart(5)} %  ${label}`,
  );
  return [
    `Reproduced: all ${agent_count} agents of ${workflow_id} ${workflow_version}, seed ${seed}, are identical.`,
    ...engineDifference(checked),
    `  digest ${digest}`,
    ...shares,
  ].join('\n');
}

function differentText(checked: CheckedManifest, { digest }: Output): string {
  return [
    'Not reproduced: the digests differ.',
    ...engineDifference(checked),
    `  digest here         ${digest}`,
    `  digest in manifest  ${checked.manifest.digest}`,
  ].join('\n');
}
