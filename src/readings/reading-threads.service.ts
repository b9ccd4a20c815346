import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Thread } from '../common/thread.js';
import type { Effects, Elasticities, PartsSummary, Welfare } from '../../model/analyses.js';
import type {
  ReadingResult,
  ReadingTask,
  ComparisonTask,
  EffectsTask,
  ElasticitiesTask,
  GroupsTask,
  ReportAnalysis,
  ReportTask,
  ThreadComparison,
  WelfareTask,
} from './reading.thread.js';

/** Computes groups and comparisons in a thread, one at a time. */
@Injectable()
export class ReadingThreads implements OnApplicationShutdown {
  private readonly thread = new Thread<ReadingTask, ReadingResult>(join(import.meta.dirname, 'reading.thread.js'), {
    maxPerOrganization: 24,
    timeoutMs: 20_000,
  });

  /**
   * Reads the agents and summarizes their groups. Reads them only when the thread is free, so that waiting requests use little memory.
   * Throws `AppError` `service_unavailable` if too many analyses wait or one takes too long, and the errors of `read`.
   */
  summarize(organizationId: string, read: () => Promise<GroupsTask>): Promise<PartsSummary> {
    return this.thread.inTurn(organizationId, async (run) => (await run(await read())) as PartsSummary);
  }

  /** Reads two simulations and compares them. Throws like {@link summarize}. */
  compare(organizationId: string, read: () => Promise<ComparisonTask>): Promise<ThreadComparison> {
    return this.thread.inTurn(organizationId, async (run) => (await run(await read())) as ThreadComparison);
  }

  /** Reads the agents and computes the figures of a report that need them. Throws like {@link summarize}. */
  analyzeReport(organizationId: string, read: () => Promise<ReportTask>): Promise<ReportAnalysis> {
    return this.thread.inTurn(organizationId, async (run) => {
      const task = await read();
      if (!task.indicators && !task.effects && !task.selection)
        return { elasticities: null, welfare: null, effects: null, selection: null };
      return (await run(task)) as ReportAnalysis;
    });
  }

  /** Reads the agents and computes the effects of the scenario by group. Throws like {@link summarize}. */
  analyzeEffects(organizationId: string, read: () => Promise<EffectsTask>): Promise<Effects> {
    return this.thread.inTurn(organizationId, async (run) => (await run(await read())) as Effects);
  }

  /** Reads the agents and computes elasticities. Throws like {@link summarize}. */
  elasticities(organizationId: string, read: () => Promise<ElasticitiesTask>): Promise<Elasticities> {
    return this.thread.inTurn(organizationId, async (run) => (await run(await read())) as Elasticities);
  }

  /** Reads the agents and computes the change of their welfare. Throws like {@link summarize}. */
  welfare(organizationId: string, read: () => Promise<WelfareTask>): Promise<Welfare> {
    return this.thread.inTurn(organizationId, async (run) => (await run(await read())) as Welfare);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
