import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { isPrefixedId } from '../../common/ids.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage } from '../../common/pagination/page.js';
import { Audit } from '../../platform/audit/audit.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Prisma, type SavedScenario } from '../../platform/database/generated/client.js';
import { Simulations } from '../simulations.service.js';
import type { ListScenarios, ScenarioRecord, UpdateScenario } from './scenario.schema.js';
import { simulationRequestOf, toScenarioRecord } from './scenario.row.js';

/** The saved scenarios of the caller's organization in the caller's tier. `ScenarioCreation` creates and runs them. */
@Injectable()
export class Scenarios {
  constructor(
    private readonly databases: Databases,
    private readonly simulations: Simulations,
    private readonly cursors: CursorCodec,
  ) {}

  async page(caller: Caller, { limit, cursor, workflow_id }: ListScenarios): Promise<Reply<ScenarioRecord[]>> {
    const list = listOf('scenarios', caller, { workflow_id });
    const position = cursor === undefined ? undefined : this.cursors.decode(list, cursor);
    const rows = await this.databases.for(caller.tier).savedScenario.findMany({
      where: {
        organizationId: caller.organizationId,
        ...(workflow_id !== undefined && { workflowId: workflow_id }),
        ...after(position),
      },
      orderBy: newestFirst,
      take: limit + 1,
    });
    return toPage(rows, { limit, list, cursors: this.cursors, toRecord: toScenarioRecord });
  }

  async get(caller: Caller, id: string): Promise<ScenarioRecord> {
    return toScenarioRecord(await this.find(caller, id));
  }

  /**
   * Replaces the given fields. The result must be valid for the current version of the workflow. Throws {@link AppError}
   * `scenario_not_found` and the errors of a create.
   */
  async update(caller: Caller, id: string, request: UpdateScenario): Promise<ScenarioRecord> {
    const { name, notes, metadata, scenario_context, adjustments, agent_count, seed } = request;
    const before = await this.find(caller, id);
    const values = {
      ...(scenario_context !== undefined && { scenarioContext: scenario_context as Prisma.JsonObject }),
      ...(agent_count !== undefined && { agentCount: agent_count }),
      ...(seed !== undefined && { seed: seed === null ? null : BigInt(seed) }),
    };
    const isSameRequest = adjustments === undefined && Object.keys(values).length === 0;
    const adjusted = adjustments === undefined ? before.adjustments : (adjustments as Prisma.JsonObject | null);
    const planned = isSameRequest
      ? undefined
      : await this.simulations.plan(caller, simulationRequestOf({ ...before, ...values, adjustments: adjusted }));
    const database = this.databases.for(caller.tier);
    const [row] = await database.savedScenario.updateManyAndReturn({
      where: { id, organizationId: caller.organizationId },
      data: {
        ...values,
        ...(name !== undefined && { name }),
        ...(notes !== undefined && { notes }),
        ...(metadata !== undefined && { metadata }),
        ...(adjustments !== undefined && { adjustments: jsonOrNull(adjustments) }),
        ...(planned && { workflowVersion: planned.workflow.definition.version }),
        updatedAt: await databaseTime(database),
      },
    });
    if (!row) throw new AppError('scenario_not_found');
    return toScenarioRecord(row);
  }

  async remove(caller: Caller, id: string): Promise<{ id: string; deleted: true }> {
    const { organizationId, tier } = caller;
    const { name } = await this.find(caller, id);
    await this.databases.for(tier).$transaction(async (tx) => {
      const { count } = await tx.savedScenario.deleteMany({ where: { id, organizationId } });
      if (count === 0) throw new AppError('scenario_not_found');
      await Audit.append(tx, caller, { action: 'scenario.deleted', subject: id, details: { name } });
    });
    return { id, deleted: true };
  }

  /** Returns the row. Throws {@link AppError} `scenario_not_found`, also for a scenario of another organization. */
  async find(caller: Caller, id: string): Promise<SavedScenario> {
    const row = await this.findIfExists(caller, id);
    if (!row) throw new AppError('scenario_not_found');
    return row;
  }

  async findIfExists({ tier, organizationId }: Caller, id: string): Promise<SavedScenario | null> {
    if (!isPrefixedId('scn', id)) return null;
    return this.databases.for(tier).savedScenario.findFirst({ where: { id, organizationId } });
  }
}

function jsonOrNull(value: object | null) {
  return value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject);
}
