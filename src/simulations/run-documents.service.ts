import { Injectable } from '@nestjs/common';
import type { StreamReply } from '../common/http/stream-reply.js';
import { type Caller, type Owner, placesOf } from '../common/identity/caller.js';
import type { Scenario, ScenarioWarning } from '../../model/definition.js';
import type { AdjustmentsRecord } from '../saved/adjustments/adjustment.schema.js';
import { ReportThreads } from './report/report-threads.service.js';
import { hasPoints, type RegisteredKind, type Reported } from './run.kind.js';
import { reproduceOf, type Reproduce } from './reproduce.js';
import { manifestOf, type Manifest } from './run.manifest.js';
import { RunStore } from './run-store.service.js';
import { tableFormat, TableReplies, type TableQuery } from './tables/table-replies.service.js';
import { runView } from './view/run-view.js';
import type { View } from './view/view.schema.js';

/** Tables, views, reports and manifests of runs. */
@Injectable()
export class RunDocuments {
  constructor(
    private readonly store: RunStore,
    private readonly reports: ReportThreads,
    private readonly tables: TableReplies,
  ) {}

  /** Throws {@link AppError} `not_acceptable`, `…_not_found`, `…_not_complete`. */
  async table(
    caller: Caller,
    kind: RegisteredKind,
    id: string,
    { query, accept }: { query: TableQuery; accept: string | undefined },
  ): Promise<StreamReply> {
    const format = tableFormat(query, accept);
    const row = await this.store[hasPoints(kind) ? 'find' : 'findCompleted'](caller, kind, id);
    const columns = kind.table({ id, plan: kind.planOf(row), result: await this.store.resultOf(caller, kind, row) });
    const meta =
      row.children && hasPoints(kind)
        ? { points_total: row.childCount, points_completed: row.children.completed }
        : undefined;
    return this.tables.reply(caller, format, id, { columns: () => columns, meta });
  }

  /** Throws {@link AppError} `…_not_found`, `…_not_complete`. */
  async view(owner: Owner, kind: RegisteredKind, id: string): Promise<View> {
    return runView(kind, await this.reported(owner, kind, id));
  }

  private async reported(owner: Owner, kind: RegisteredKind, id: string): Promise<Reported<object, object>> {
    const row = await this.store.findCompleted(owner, kind, id);
    const result = await this.store.resultOf(owner, kind, row);
    const definition = kind.fromDataset?.definitionOf(result) ?? (await this.store.workflowOf(owner, row)).definition;
    return {
      definition,
      definitionDigest: row.definitionDigest,
      engineVersion: row.engineVersion,
      run: {
        id,
        name: row.name,
        digest: row.digest,
        workflow: `${row.workflowId} ${row.workflowVersion}`,
        scenario: row.scenarioContext as Scenario,
        agentCount: row.agentCount,
        seed: Number(row.seed),
        completedAt: row.completedAt?.toISOString() ?? null,
        adjustments: row.adjustments as AdjustmentsRecord,
        warnings: row.warnings as unknown as ScenarioWarning[],
      },
      plan: kind.planOf(row),
      result,
    };
  }

  /** Returns the HTML page. Throws {@link AppError} `…_not_found`, `…_not_complete`, `service_unavailable`. */
  async report(owner: Owner, kind: RegisteredKind, id: string): Promise<string> {
    return this.render(owner, kind, await this.view(owner, kind, id));
  }

  /** Returns the page for third parties, in the shared form of the kind. Throws like {@link report}. */
  async sharedReport(owner: Owner, kind: RegisteredKind, id: string): Promise<string> {
    const reported = await this.reported(owner, kind, id);
    return this.render(owner, kind, runView(kind, reported, kind.shared));
  }

  private render(owner: Owner, { noun }: RegisteredKind, view: View): Promise<string> {
    return this.reports.render(placesOf(owner), { view, kind: `report of a ${noun}`, links: [] });
  }

  /** Throws {@link AppError} `…_not_found`, `…_not_complete`. */
  async manifest(
    caller: Caller,
    kind: RegisteredKind,
    id: string,
  ): Promise<{ manifest: Manifest; reproduce: Reproduce }> {
    const row = await this.store.findCompleted(caller, kind, id);
    const workflow = await this.store.workflowOf(caller, row);
    const children = hasPoints(kind) ? await this.store.children(caller, row) : [];
    return {
      manifest: manifestOf(kind, { row, workflow }, children),
      reproduce: reproduceOf(kind, row, workflow.definition),
    };
  }
}
