import type { z } from 'zod';
import type { Study } from '../../engine/analyses.js';
import { manifestSchema, type ManifestRecord } from '../../simulations/analysis/manifest.record.js';
import { goalManifestSchema } from '../../simulations/goals/goal-manifest.record.js';
import { sensitivityManifestSchema } from '../../simulations/sensitivities/sensitivity-manifest.record.js';

/** The fields of all manifests. */
export type CommonManifest = Pick<
  ManifestRecord,
  | 'workflow_id'
  | 'workflow_version'
  | 'definition_digest'
  | 'engine_version'
  | 'scenario'
  | 'seed'
  | 'agent_count'
  | 'digest'
>;

type Parsed =
  | { ok: true; manifest: CommonManifest; study: Study | null }
  | { ok: false; noun: string; issues: readonly string[] };

interface ManifestKind {
  parse(document: object): Parsed;
}

/** A kind of manifest with its schema, and the study that it describes. */
function kindOf<Manifest extends CommonManifest>(
  noun: string,
  schema: z.ZodType<Manifest>,
  studyOf: (manifest: Manifest) => Study | null,
): ManifestKind {
  return {
    parse(document) {
      const parsed = schema.safeParse(document);
      if (parsed.success) return { ok: true, manifest: parsed.data, study: studyOf(parsed.data) };
      const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || '(root)'}: ${message}`);
      return { ok: false, noun, issues };
    },
  };
}

const ofSimulation = kindOf('simulation', manifestSchema, () => null);

const ofGoal = kindOf('goal', goalManifestSchema, ({ parameters, objective, constraints }) => ({
  kind: 'goal',
  request: { parameters, objective, constraints },
}));

const ofSensitivity = kindOf('sensitivity', sensitivityManifestSchema, ({ parameters, ...manifest }) => ({
  kind: 'sensitivity',
  request: {
    parameters: parameters.map(({ name, from, to, options }) =>
      options ? { name, options } : { name, from: Number(from), to: Number(to) },
    ),
    include_coefficients: manifest.include_coefficients,
    trajectories: manifest.trajectories,
    samples: manifest.samples,
    max_parameters: manifest.max_parameters,
  },
}));

/** Returns the kind of a manifest from the fields that only this kind has. */
export function manifestKindOf(document: object): ManifestKind {
  if ('objective' in document) return ofGoal;
  return 'trajectories' in document ? ofSensitivity : ofSimulation;
}
