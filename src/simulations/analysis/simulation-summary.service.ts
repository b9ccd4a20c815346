import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { readEndings, segmentations, summarizeParts, type Scenario, type Segmentation } from '../../engine/index.js';
import { CompletedSimulations } from '../results/completed-simulations.service.js';
import { selectAgents } from '../results/select-agents.js';
import type { GroupedSummaryRecord } from './grouped-summary.record.js';
import { maxGroups, type SummaryQuery } from './summary-query.schema.js';

@Injectable()
export class SimulationSummary {
  constructor(private readonly completed: CompletedSimulations) {}

  /** The summary as it was stored; or of a part of the agents, or by one or two attributes, counted anew from the stored agents. */
  async read(caller: Caller, id: string, { group_by, where }: SummaryQuery): Promise<GroupedSummaryRecord> {
    const completed = await this.completed.find(caller, id);
    const { simulation, workflow } = completed;
    const asked = { simulation_id: simulation.id, where: where ?? {}, group_by: group_by?.split(',') ?? [] };
    if (group_by === undefined && where === undefined) {
      const summary = simulation.summary as unknown as GroupedSummaryRecord['summary'];
      return { ...asked, summary, total: null, groups: [] };
    }
    const { columns } = await this.completed.decided(caller, completed);
    const by = groupingsNamed(asked.group_by, segmentations(workflow.definition, columns));
    const rows = selectAgents(workflow.definition, columns, { where });
    const endings = readEndings(workflow.definition, simulation.scenarioContext as Scenario, columns);
    return { ...asked, summary: null, ...summarizeParts(endings, rows, by) };
  }
}

/** Throws {@link AppError} `validation_error` that names what there is. */
function groupingsNamed(names: readonly string[], known: readonly Segmentation[]): Segmentation[] {
  const refusal = (message: string) => AppError.validation([{ path: 'group_by', message }]);
  if (new Set(names).size < names.length) throw refusal('must not contain an attribute twice');
  const found = names.map((name) => {
    const grouping = known.find(({ id }) => id === name);
    if (grouping) return grouping;
    const ids = known.map(({ id }) => id).join(', ') || 'none';
    throw refusal(`${JSON.stringify(name)} is not an attribute of this workflow. Its attributes: ${ids}`);
  });
  const groups = found.reduce((product, one) => product * one.groups.length, 1);
  if (groups > maxGroups)
    throw refusal(`expected at most ${maxGroups} groups, received ${groups}: group by fewer attributes`);
  return found;
}
