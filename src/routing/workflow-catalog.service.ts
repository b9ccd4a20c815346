import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import type { Tier } from '../common/identity/tier.js';
import { definitionDigest, parseDefinition, type WorkflowDefinition } from '../engine/index.js';

const folder = join(import.meta.dirname, '../catalog');

export interface Workflow {
  definition: WorkflowDefinition;
  /** SHA-256 of the definition's canonical form: which numbers exactly a simulation ran on. */
  digest: string;
}

/** The calibrated workflows that are published to everybody. */
@Injectable()
export class WorkflowCatalog {
  private readonly workflows = new Map<string, Workflow>();
  private readonly byDigest = new Map<string, Workflow>();

  constructor() {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const definition = parseDefinition(JSON.parse(readFileSync(join(folder, file), 'utf8')));
      const workflow = { definition, digest: definitionDigest(definition) };
      this.workflows.set(definition.workflow_id, workflow);
      this.byDigest.set(workflow.digest, workflow);
    }
  }

  /** Some workflow, for whoever needs one to try the engine with. */
  any(): Workflow {
    const [workflow] = this.workflows.values();
    if (!workflow) throw new Error(`there is no workflow in ${folder}`);
    return workflow;
  }

  all(): Workflow[] {
    return [...this.workflows.values()];
  }

  find(workflowId: string): Workflow | undefined {
    return this.workflows.get(workflowId);
  }

  /** What the caller may run under that slug. */
  async published(_caller: Caller, workflowId: string): Promise<Workflow | undefined> {
    return Promise.resolve(this.workflows.get(workflowId));
  }

  /** The very definition that a simulation was queued with. */
  async withDigest(_tier: Tier, digest: string): Promise<Workflow | undefined> {
    return Promise.resolve(this.byDigest.get(digest));
  }
}
