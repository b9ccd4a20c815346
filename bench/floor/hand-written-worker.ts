import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Bull from 'bull';
import pg from 'pg';
import { projectFolder } from '../../embedded/project.js';
import { Thread } from '../../src/common/thread.js';
import { baselineScenario, type WorkflowDefinition } from '../../src/engine/definition.js';
import type { EngineResult, EngineTask } from '../../src/processor/engine.thread.js';
import { newControl } from '../../src/processor/run-control.js';
import { SharedDefinitions } from '../../src/processor/shared-definitions.js';

export const queueName = 'floor';

interface Claimed {
  seed: string;
  agent_count: number;
}

/** The least that a worker does: one statement that claims, the engine's thread, and one statement that completes. */
export class HandWrittenWorker {
  private readonly thread = new Thread<EngineTask, EngineResult>(
    join(projectFolder, 'dist/src/processor/engine.thread.js'),
    { idleTimeoutMs: Infinity },
  );
  private readonly definitions = new SharedDefinitions();
  private readonly db: pg.Client;
  private readonly queue: Bull.Queue<{ id: string }>;
  private readonly listeners = new Map<string, () => void>();

  constructor(
    private readonly workflow: { id: string; version: string; digest: string; definition: WorkflowDefinition },
    stores: { sandboxDatabaseUrl: string; redisUrl: string },
  ) {
    this.db = new pg.Client({ connectionString: stores.sandboxDatabaseUrl });
    this.queue = new Bull(queueName, stores.redisUrl, {
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
  }

  async start(): Promise<void> {
    await this.db.connect();
    void this.queue.process(async ({ data: { id } }) => {
      await this.work(id);
      this.listeners.get(id)?.();
    });
    await this.queue.isReady();
  }

  /** Simulates in the thread, with the summary and the file as they are stored. */
  async inThread(seed: number, agentCount: number) {
    const result = await this.thread.run({
      definition: this.definitions.of(this.workflow),
      scenario: baselineScenario(this.workflow.definition),
      seed,
      agentCount,
      parameterDraws: undefined,
      asked: undefined,
      control: newControl(),
    });
    if (!result.ok) throw new Error(result.message);
    return result;
  }

  /** Claims a queued simulation, runs it and stores its results. */
  async work(id: string): Promise<void> {
    const { rows } = await this.db.query<Claimed>({
      name: 'claim',
      text: `UPDATE simulations SET status = 'running', attempt = attempt + 1, started_at = now(),
                                    lease_expires_at = now() + interval '15 s'
             WHERE id = $1 AND status = 'queued' RETURNING seed, agent_count`,
      values: [id],
    });
    const { seed, agent_count: agentCount } = rows[0]!;
    const { summary, summaryDetails, agents, digest } = await this.inThread(Number(seed), agentCount);
    await this.db.query({
      name: 'complete',
      text: `WITH completed AS (
               UPDATE simulations SET status = 'completed', completed_at = now(), digest = $2, agents_done = agent_count,
                                      summary = convert_from($3, 'UTF8')::json, summary_details = $4, lease_expires_at = NULL
               WHERE id = $1 AND status = 'running' RETURNING id)
             INSERT INTO simulation_results (simulation_id, agents, created_at) SELECT id, $5, now() FROM completed`,
      values: [id, digest, summary, summaryDetails, agents],
    });
  }

  /** Stores a queued simulation without HTTP. */
  async enqueue(organizationId: string, seed: number, agentCount: number): Promise<string> {
    const id = `sim_${randomUUID().replaceAll('-', '')}`;
    await this.db.query(
      `INSERT INTO simulations (id, organization_id, workflow_id, workflow_version, definition_digest, agent_count, seed,
         scenario_context, warnings, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, '{}', '[]', now())`,
      [id, organizationId, this.workflow.id, this.workflow.version, this.workflow.digest, agentCount, seed],
    );
    return id;
  }

  /** Wakes the worker with a job of Bull, and waits until the results are stored. */
  async wake(id: string): Promise<void> {
    const done = new Promise<void>((resolve) => this.listeners.set(id, resolve));
    await this.queue.add({ id });
    await done;
    this.listeners.delete(id);
  }

  async anyOrganization(): Promise<string> {
    const { rows } = await this.db.query<{ id: string }>('SELECT id FROM organizations LIMIT 1');
    return rows[0]!.id;
  }

  async stop(): Promise<void> {
    await this.queue.close(true);
    await this.db.end();
    await this.thread.close();
  }
}
