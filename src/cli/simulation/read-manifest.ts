import { readFileSync } from 'node:fs';
import { resolveScenario, type Scenario, type WorkflowDefinition } from '../../engine/index.js';
import { definitionDigest, parseDefinition } from '../../engine/index.js';
import { manifestSchema, type ManifestRecord } from '../../simulations/analysis/manifest.record.js';
import { CommandError } from '../command-error.js';
import { about } from '../workflow/files.js';

const STANDARD_INPUT = 0;

/** A manifest whose parts belong together. */
export interface CheckedManifest {
  manifest: ManifestRecord;
  definition: WorkflowDefinition;
  scenario: Scenario;
}

/**
 * Reads a manifest as the service answers it, with its envelope or without.
 *
 * @param file `-` for the standard input
 * @throws CommandError that tells the first thing that is wrong with it
 */
export function readManifest(file: string): CheckedManifest {
  const name = file === '-' ? 'The standard input' : file;
  const { definition: untrusted, ...rest } = openEnvelope(parseJson(name, file === '-' ? STANDARD_INPUT : file));
  const definition = about(name, () => parseDefinition(untrusted));
  const parsed = manifestSchema.safeParse({ definition, ...rest });
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || '(root)'}: ${message}`);
    throw new CommandError(`${name} is not a manifest of a simulation.\n${issues.join('\n')}`);
  }
  const manifest = parsed.data;
  const found = definitionDigest(definition);
  if (found !== manifest.definition_digest)
    throw new CommandError(
      `${name}: the definition is not the one that ran. Its digest is ${found}, not ${manifest.definition_digest}.`,
    );
  const resolved = resolveScenario(definition, manifest.scenario);
  if (!resolved.ok) {
    const issues = resolved.issues.map(({ path, message }) => `scenario.${path}: ${message}`);
    throw new CommandError(`${name}: the scenario does not fit the definition.\n${issues.join('\n')}`);
  }
  return { manifest, definition, scenario: resolved.scenario };
}

function parseJson(name: string, file: string | number): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${name} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function openEnvelope(json: unknown): Record<string, unknown> {
  const document = Object(json) as Record<string, unknown>;
  return 'data' in document ? (Object(document['data']) as Record<string, unknown>) : document;
}
