import { z } from 'zod';
import { canonicalJson, sha256 } from '../common/crypto.js';
import { definitionSchema, type Scenario } from '../../model/definition.js';
import type { Workflow } from '../workflows/workflow-catalog.service.js';
import { schemaId, type Child, type RegisteredKind, type RunKind } from './run.kind.js';
import { modeOf } from './run.modes.js';
import { withoutSimulation } from './run.record.js';
import type { RunRow } from './run.row.js';
import { count, positiveCount, settings, textOrNull } from './schema-parts.js';

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
  .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] });

const shape = {
  workflow_id: z.string().meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
  workflow_version: z.string().meta({ description: 'Version of the workflow definition.', examples: ['1.0.0'] }),
  definition: definitionSchema,
  definition_digest: digest.meta({ description: 'SHA-256 of the canonical JSON (RFC 8785) of `definition`.' }),
  engine_version: textOrNull.meta({
    description: 'Version of the engine that computed the result; null for runs before versions were recorded.',
    examples: ['1.2.0'],
  }),
  scenario: settings.meta({ description: 'Value of every parameter.', examples: [{ train_cost_factor: 0.8 }] }),
  seed: count.meta({ description: 'Random seed.' }),
  agent_count: positiveCount.meta({ description: 'Number of agents.', examples: [1_000] }),
};
const commonSchema = z.strictObject({ ...shape, digest });
/** The fields of the manifest of every kind: everything that determines the result, and its digest. */
export type Manifest = z.infer<typeof commonSchema>;

/** Returns the schema of the manifests of a kind. They also have the fields of its plan. */
export function manifestSchema(kind: Pick<RunKind, 'name' | 'noun' | 'planned' | 'work' | 'fromDataset'>) {
  return z
    .strictObject({
      ...(kind.fromDataset ? withoutSimulation(shape) : shape),
      ...kind.planned,
      digest: digest.meta({ description: `SHA-256 of ${modeOf(kind).digested}. Equal digests mean equal results.` }),
    })
    .meta({ id: schemaId(kind, 'Manifest') });
}

export function digestOfGroup(digests: readonly (string | null)[]): string {
  return sha256(canonicalJson(digests)).toString('hex');
}

/** Returns the manifest of a completed run. @param children the simulations of a group */
export function manifestOf(
  kind: RegisteredKind,
  { row, workflow }: { row: RunRow; workflow: Workflow },
  children: readonly Child[],
): Manifest {
  const [first] = children;
  const own = first ? digestOfGroup(children.map((child) => child.digest)) : row.digest;
  if (own === null) throw new Error(`the completed ${kind.noun} ${row.id} has no digest`);
  const manifest = {
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    definition: workflow.definition,
    definition_digest: row.definitionDigest,
    engine_version: first ? first.engineVersion : row.engineVersion,
    scenario: row.scenarioContext as Scenario,
    seed: Number(row.seed),
    agent_count: row.agentCount,
    ...kind.planOf(row),
    digest: own,
  };
  return kind.fromDataset ? ({ ...withoutSimulation(manifest), ...kind.planOf(row) } as Manifest) : manifest;
}
