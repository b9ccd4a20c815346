import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { type Caller, type Owner, placesOf } from '../../common/identity/caller.js';
import { type Segmentation, segmentations, smallGroupSize } from '../../../model/analyses.js';
import type { Scenario } from '../../../model/definition.js';
import { readFigures, readSummary } from '../../simulations/stored-summary.js';
import {
  type CompletedSimulation,
  CompletedSimulations,
} from '../../simulations/results/completed-simulations.service.js';
import { selectAgents, selectSomeAgents } from '../../simulations/results/select-agents.js';
import { type SimulationRecord, simulationIdSchema } from '../../simulations/simulation.record.js';
import { askedWhere, figuresOfGroup, groupLabels } from '../../simulations/view/asked-groups.js';
import type { AskedGroups } from '../../simulations/view/view-input.js';
import { ReadingThreads } from '../reading-threads.service.js';
import type { GroupsTask } from '../reading.thread.js';
import { strictObject, z } from 'zod';
import { groupIds, listOf } from '../../common/schemas.js';
import { flowsSchema, intervalMethodSchema, partShape } from '../../../model/simulate.js';
import { summarySchema } from '../../simulations/summary.schema.js';
import { groupWhere, whereSchema } from '../../simulations/results/results.schema.js';

const isSmall = z.boolean().meta({
  description: `True for fewer than ${smallGroupSize} agents. Intervals are then wide, and shares are imprecise.`,
});

export const groupedSummarySchema = strictObject({
  simulation_id: simulationIdSchema,
  summary: summarySchema.nullable().meta({
    description: 'Summary of all agents, as in the simulation record; null if the request has `where` or `group_by`.',
    examples: [null],
  }),
  where: groupIds.meta({ description: 'Filter of the request.', examples: [{ income: ['high'] }] }),
  group_by: z.array(z.string()).meta({ description: 'Attributes of the groups.', examples: [['age']] }),
  total: strictObject({ ...partShape, is_small: isSmall, flows: flowsSchema })
    .nullable()
    .meta({
      description: 'Results of all agents that match `where`; null if the request has neither `where` nor `group_by`.',
    }),
  groups: listOf({
    group: z
      .record(z.string(), strictObject({ id: z.string(), label: z.string() }))
      .meta({ examples: [{ age: { id: 'from_40_to_54', label: '40 to 54' } }] }),
    is_small: isSmall,
    ...partShape,
  }).meta({
    description:
      'Results by group. Groups without agents are omitted. Intervals and errors are null if agents interact, because the agents of a group are then not independent.',
  }),
  uncertainty: intervalMethodSchema,
}).meta({ id: 'GroupedSummary' });
export type GroupedSummaryRecord = z.infer<typeof groupedSummarySchema>;

/** Limits the size of the response. */
export const maxGroups = 1_000;
/** Maximum groups times outcomes. Each share takes several hundred bytes. */
export const maxShares = 2_000;

export const summaryQuerySchema = z.preprocess(
  groupWhere,
  strictObject({
    group_by: z
      .string()
      .max(200)
      .regex(/^[^,]+(,[^,]+)?$/, 'expected one attribute, or two separated by a comma')
      .optional()
      .meta({
        description:
          'One attribute, or two separated by a comma, with the ids in `segments` of the summary. Numeric attributes are grouped by population quartiles.',
        examples: ['age,income'],
      }),
    where: whereSchema,
  }),
);
export type SummaryQuery = z.infer<typeof summaryQuerySchema>;

@Injectable()
export class SimulationSummary {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: ReadingThreads,
  ) {}

  /** Returns the stored summary, or a summary of some agents or of groups, computed from the stored agents. */
  async read(caller: Caller, id: string, { group_by, where }: SummaryQuery): Promise<GroupedSummaryRecord> {
    const completed = await this.completed.find(caller, id);
    const { simulation, workflow } = completed;
    const request = { simulation_id: simulation.id, where: where ?? {}, group_by: group_by?.split(',') ?? [] };
    if (group_by === undefined && where === undefined) {
      const summary = readSummary(simulation);
      return { ...request, summary, total: null, groups: [], uncertainty: summary.uncertainty };
    }
    const { definition } = workflow;
    const parts = await this.threads.run<GroupsTask>(caller.organizationId, async () => {
      const { columns } = await this.completed.decided(caller, completed);
      requireGroupings(
        request.group_by,
        segmentations(definition, columns),
        readFigures(simulation.summary).outcomes.length,
      );
      return {
        kind: 'groups',
        definition,
        scenario: simulation.scenarioContext as Scenario,
        seed: Number(simulation.seed),
        columns,
        rows: selectAgents(definition, columns, { where }),
        groupBy: request.group_by,
      };
    });
    return { ...request, summary: null, ...parts };
  }

  /**
   * Returns the results of the groups that the question names; null if it names none. Single groups are in the summary, and others come from
   * the stored agents.
   */
  async ofQuestion(owner: Owner, completed: CompletedSimulation): Promise<AskedGroups | null> {
    const { simulation, workflow } = completed;
    const { segments = [] } = (simulation.routedVia as SimulationRecord['routed_via']) ?? {};
    if (segments.length === 0) return null;
    const where = askedWhere(segments);
    const { segments: known } = readSummary(simulation);
    const labels = groupLabels(known, where);
    const single = figuresOfGroup(known, where);
    if (single) return { labels, figures: single };
    const { definition } = workflow;
    try {
      const { total } = await this.threads.run<GroupsTask>(placesOf(owner), async () => {
        const { columns } = await this.completed.decided(owner, completed);
        const rows = selectSomeAgents(definition, columns, where, simulation.agentCount);
        const scenario = simulation.scenarioContext as Scenario;
        return { kind: 'groups', definition, scenario, seed: Number(simulation.seed), columns, rows, groupBy: [] };
      });
      return { labels, figures: total };
    } catch (error) {
      // Without stored agents, or without agents in all of the groups.
      if (error instanceof AppError && (error.code === 'results_expired' || error.code === 'validation_error'))
        return { labels, figures: null };
      throw error;
    }
  }
}

/** Throws {@link AppError} `validation_error`, which lists the known attributes, if one is unknown or if there are too many groups. */
function requireGroupings(names: readonly string[], known: readonly Segmentation[], outcomes: number): void {
  const validationError = (message: string) => AppError.validation([{ path: 'group_by', message }]);
  if (new Set(names).size < names.length) throw validationError('must not contain an attribute twice');
  const found = names.map((name) => {
    const grouping = known.find(({ id }) => id === name);
    if (grouping) return grouping;
    const ids = known.map(({ id }) => id).join(', ') || 'none';
    throw validationError(`${JSON.stringify(name)} is not an attribute of this workflow. Its attributes: ${ids}`);
  });
  const groups = found.reduce((product, one) => product * one.groups.length, 1);
  if (groups > maxGroups)
    throw validationError(`expected at most ${maxGroups} groups, received ${groups}: group by fewer attributes`);
  if (groups * outcomes > maxShares)
    throw validationError(
      `expected at most ${maxShares} shares (groups times outcomes), received ${groups * outcomes}: group by fewer attributes`,
    );
}
