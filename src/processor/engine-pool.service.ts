import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Thread } from '../common/thread.js';
import { workerMemory } from '../config/memory-limits.js';
import { baselineScenario } from '../../model/definition.js';
import { WorkflowCatalog, type Workflow } from '../workflows/workflow-catalog.service.js';
import { EngineTasks, inQueue, type QueuePlace } from './engine-tasks.js';
import type { EngineResult, EngineTask } from './engine.thread.js';
import { newControl } from './run-watch.js';
import { SharedDefinitions } from './shared-definitions.js';

export const engineThreads = availableParallelism();
// More agents would delay the start and speed up the first task by less than 50 ms.
const warmUpAgentCount = 500;

/** A task with the definition that {@link EnginePool} sends to the thread. */
export interface RunTask extends Omit<EngineTask, 'definition'> {
  workflow: Workflow;
}

/** Runs the engine in threads, so that the event loop of the worker is not blocked. */
@Injectable()
export class EnginePool implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly threads = new Thread<EngineTask, EngineResult>(join(import.meta.dirname, 'engine.thread.js'), {
    size: engineThreads,
    // Without it, one run could end the process with all others.
    maxMemoryMb: workerMemory.engineThread.memoryMb,
    idleTimeoutMs: Infinity,
    taskQueue: new EngineTasks(),
  });
  private readonly definitions = new SharedDefinitions();

  constructor(private readonly catalog: WorkflowCatalog) {}

  /** Warms up the first thread, because its first task would take ten times as long. The others start when simulations wait. */
  async onApplicationBootstrap(): Promise<void> {
    const workflow = this.catalog.any();
    const scenario = baselineScenario(workflow.definition);
    const sample = { seed: 0, agentCount: warmUpAgentCount, parameterDraws: 2 };
    await this.run({ workflow, scenario, ...sample, control: newControl() }, { tier: 'live', priority: 'paying' });
  }

  /** @param signal ends the thread of the task, or removes the task from the queue. The promise is then rejected. */
  run({ workflow, ...task }: RunTask, place: QueuePlace, signal?: AbortSignal): Promise<EngineResult> {
    const definition = this.definitions.of(workflow);
    return this.threads.run(inQueue({ ...task, definition }, place), signal);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }
}
