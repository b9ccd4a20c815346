import { Command } from 'commander';
import { writeFileSync, readFileSync } from 'node:fs';
import { compressText } from '../../common/compression.js';
import {
  ENGINE_VERSION,
  definitionDigest,
  resolveScenario,
  type Scenario,
  type WorkflowDefinition,
} from '../../../model/definition.js';
import { simulate, type SimulationOutput, parseDefinition } from '../../../model/simulate.js';
import { encodeAgents } from '../../simulations/results/column-table.js';
import { isExecution, isGroup, usesLanguageModel, type RegisteredKind } from '../../simulations/run.kind.js';
import { digestOfGroup, manifestSchema, type Manifest } from '../../simulations/run.manifest.js';
import { CommandError, jsonOption, print } from '../options.js';
import { about } from '../workflow/files.js';
import { kindNamed, runKinds } from '../../simulations/kinds/index.js';
import { releaseOf } from '../../workflows/releases.js';

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

type Parsed =
  | { ok: true; kind: RegisteredKind; manifest: Manifest; plan: object }
  | { ok: false; kind: RegisteredKind; issues: readonly string[] };

/** Returns the kind with the most fields of its own in the manifest. */
function kindOfManifest(document: object): RegisteredKind {
  const ownFields = ({ planned }: RegisteredKind) => Object.keys(planned).filter((field) => field in document).length;
  const [best] = runKinds().toSorted((a, b) => ownFields(b) - ownFields(a));
  return best && ownFields(best) > 0 ? best : kindNamed('simulation');
}

function parseManifest(document: object): Parsed {
  const kind = kindOfManifest(document);
  const parsed = manifestSchema(kind).safeParse(document);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || '(root)'}: ${message}`);
    return { ok: false, kind, issues };
  }
  // The manifest of a run of a dataset lacks some fields. `readManifest` rejects it.
  const manifest = parsed.data as Manifest & object;
  const own = Object.entries(manifest).filter(([field]) => field in kind.planned);
  return { ok: true, kind, manifest, plan: Object.fromEntries(own) };
}

const standardInput = 0;

/** A manifest whose definition, digest and scenario match. */
interface CheckedManifest {
  manifest: Manifest;
  kind: RegisteredKind;
  plan: object;
  definition: WorkflowDefinition;
  scenario: Scenario;
}

/**
 * Reads a manifest, with or without the envelope of the API response.
 *
 * @param file `-` for standard input
 * @throws CommandError with the first problem
 */
export function readManifest(file: string): CheckedManifest {
  const name = file === '-' ? 'Standard input' : file;
  const { definition: untrusted, ...rest } = openEnvelope(parseJson(name, file === '-' ? standardInput : file));
  const definition = readDefinition(name, untrusted, rest);
  const parsed = parseManifest({ definition, ...rest });
  if (!parsed.ok) throw new CommandError(`${name} is not a ${parsed.kind.noun} manifest.\n${parsed.issues.join('\n')}`);
  const { manifest, kind, plan } = parsed;
  if (kind.fromDataset)
    throw new CommandError(
      `${name}: the manifest of a ${kind.noun} has no data. Fit its \`spec\` to the same data with: workflow fit spec.yaml --data FILE --on ${String((plan as { calibrated_on?: string }).calibrated_on)}`,
    );
  const found = definitionDigest(untrusted as WorkflowDefinition);
  if (found !== manifest.definition_digest)
    throw new CommandError(
      `${name}: the definition differs from the simulated one. Its digest is ${found}, the manifest states ${manifest.definition_digest}.`,
    );
  // The scenario of a group contains only the values that its simulations share.
  const resolved = resolveScenario(definition, manifest.scenario);
  if (!resolved.ok) {
    const issues = resolved.issues.map(({ path, message }) => `scenario.${path}: ${message}`);
    throw new CommandError(`${name}: the scenario does not fit the definition.\n${issues.join('\n')}`);
  }
  return { manifest, kind, plan, definition, scenario: resolved.scenario };
}

/**
 * Parses a definition of this release or of an earlier one. Only the estimate of the model error had another form: it is part of intervals,
 * and the outcomes of agents do not depend on it.
 */
function readDefinition(name: string, untrusted: unknown, manifest: Record<string, unknown>): WorkflowDefinition {
  try {
    return parseDefinition(untrusted);
  } catch (error) {
    const older = withoutModelError(untrusted);
    if (older !== undefined) {
      try {
        return parseDefinition(older);
      } catch {
        // Report the error of the whole definition.
      }
    }
    const release = releaseOf({
      definition: `${String(manifest['workflow_id'])} ${String(manifest['workflow_version'])}`,
      digest: String(manifest['definition_digest']),
      engineVersion: manifest['engine_version'] as string | null,
    });
    const by = release === undefined ? 'the release that computed it' : `release ${release}`;
    return about(`${name}: this release cannot read the definition. Reproduce it with ${by}`, () => {
      throw error;
    });
  }
}

function withoutModelError(definition: unknown): object | undefined {
  const { evidence } = Object(definition) as { evidence?: { errors?: { model?: unknown } } };
  if (evidence?.errors?.model === undefined) return undefined;
  const errors = Object.fromEntries(Object.entries(evidence.errors).filter(([name]) => name !== 'model'));
  return { ...(definition as object), evidence: { ...evidence, errors } };
}

function parseJson(name: string, file: string | number): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`Cannot read ${name} as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function openEnvelope(json: unknown): Record<string, unknown> {
  const document = Object(json) as Record<string, unknown>;
  return 'data' in document ? (Object(document['data']) as Record<string, unknown>) : document;
}
