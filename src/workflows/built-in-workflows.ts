import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionDigest, type WorkflowDefinition } from '../../model/definition.js';

const folder = join(import.meta.dirname, '../../catalog');

export interface Workflow {
  definition: WorkflowDefinition;
  /** SHA-256 of the definition's canonical form (RFC 8785). */
  digest: string;
}

/** Built-in workflows by slug. A test parses their files: doing that at each start would take a tenth of it. */
export function readBuiltInWorkflows(): Map<string, Workflow> {
  const workflows = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowDefinition);
  if (workflows.length === 0) throw new Error(`there is no workflow in ${folder}`);
  return new Map(
    workflows.map((definition) => [definition.workflow_id, { definition, digest: definitionDigest(definition) }]),
  );
}
