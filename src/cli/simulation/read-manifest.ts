import { kindNamed, runKinds } from '../../simulations/kinds/index.js';
import type { RegisteredKind } from '../../simulations/run.kind.js';
import { manifestSchema, type Manifest } from '../../simulations/run.manifest.js';
import { readFileSync } from 'node:fs';
import {
  definitionDigest,
  resolveScenario,
  type Scenario,
  type WorkflowDefinition,
} from '../../../model/definition.js';
import { parseDefinition } from '../../../model/simulate.js';
import { releaseOf } from '../../workflows/releases.js';
import { CommandError } from '../options.js';
import { about } from '../workflow/files.js';

type Parsed =
  | { ok: true; kind: RegisteredKind; manifest: Manifest; plan: object }
  | { ok: false; kind: RegisteredKind; issues: readonly string[] };

/** Returns the kind with the most fields of its own in the manifest. */
function kindOfManifest(document: object): RegisteredKind {
  const ownFields = ({ planned }: RegisteredKind) => Object.keys(planned).filter((field) => field in document).length;
  const [best] = runKinds().toSorted((a, b) => ownFields(b) - ownFields(a));
  return best && ownFields(best) > 0 ? best : kindNamed('simulation');
}

/** Parses the manifest of any kind of run. */
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
export interface CheckedManifest {
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
