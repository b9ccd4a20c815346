import { Injectable } from '@nestjs/common';
import type { IncomparableReason } from '../../common/errors/error-codes.js';
import { AppError } from '../../common/errors/app-error.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { agentsInteract, type Column, type Comparison } from '../../../model/analyses.js';
import type { Scenario, WorkflowDefinition } from '../../../model/definition.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { ReadingThreads } from '../reading-threads.service.js';
import type { ComparisonTask } from '../reading.thread.js';
import { chooseHeadline } from '../../simulations/headline.js';
import {
  CompletedSimulations,
  type CompletedSimulation,
} from '../../simulations/results/completed-simulations.service.js';
import { selectSomeAgents } from '../../simulations/results/select-agents.js';
import type { SimulationRecord } from '../../simulations/simulation.record.js';
import { readSummary } from '../../simulations/stored-summary.js';
import type { HeadlineRecord } from '../../simulations/summary.schema.js';
import { tableFormat, TableReplies } from '../../simulations/tables/table-replies.service.js';
import { toNumbers, type ComparisonQuery, type ComparisonRecord, type ComparisonsRecord } from './comparison.record.js';
import {
  count,
  estimateColumns,
  intervalColumns,
  tableOf,
  text,
  type TableColumn,
} from '../../simulations/tables/table.js';

type Where = ComparisonQuery['where'];

interface ComparedSimulations {
  subject: CompletedSimulation;
  reference: CompletedSimulation;
  comparison: Extract<Comparison, { ok: true }>;
  /** Outcomes of the scenario of the reference if it was evaluated on the agents of `subject`; otherwise undefined. */
  evaluated: Column | undefined;
  headline: HeadlineRecord;
}

@Injectable()
export class SimulationComparisons {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: ReadingThreads,
    private readonly tables: TableReplies,
  ) {}

  /**
   * Compares each simulation with the first one, agent by agent, for the same agents with the same random errors. If the first one has
   * other agents, its scenario is evaluated on the agents of the other simulation.
   * Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `results_expired`, `simulations_not_comparable`,
   * `not_acceptable`.
   */
  async read(
    caller: Caller,
    { ids, where, ...query }: ComparisonQuery,
    accept: string | undefined,
  ): Promise<StreamReply> {
    const chosen = tableFormat(query, accept);
    const [reference, ...others] = await this.find(caller, ids);
    const comparisons: ComparisonRecord[] = [];
    // One after another, so that only the agents of two simulations are in memory, and other organizations get their turns.
    for (const subject of others) comparisons.push(toRecord(await this.comparePair(caller, subject, reference, where)));
    const { workflowId: workflow_id, id } = reference.simulation;
    const record: ComparisonsRecord = { workflow_id, reference: id, where: where ?? {}, comparisons };
    return this.tables.reply(caller, chosen, 'comparison', {
      json: () => ({ data: record }),
      columns: () => comparisonTable(record),
    });
  }

  /** Returns both simulations and the comparison as the engine computes it. Throws like {@link read}. */
  async compare(caller: Caller, id: string, referenceId: string, where: Where): Promise<ComparedSimulations> {
    const [reference, subject] = await this.find(caller, [referenceId, id]);
    return this.comparePair(caller, subject!, reference, where);
  }

  /** Returns simulations of one definition. The messages of errors name the simulation. Throws like {@link read}. */
  async find(
    caller: Caller,
    [first, ...others]: readonly string[],
  ): Promise<[CompletedSimulation, ...CompletedSimulation[]]> {
    const reference = await naming(first!, () => this.completed.find(caller, first!));
    const found: [CompletedSimulation, ...CompletedSimulation[]] = [reference];
    for (const id of others) {
      const simulation = await naming(id, () => this.completed.findSimulation(caller, id));
      const reason = incomparableReason(simulation, reference.simulation);
      if (reason) throw notComparable(id, reason);
      // All have the same definition, which can be large.
      found.push({ simulation, workflow: reference.workflow });
    }
    return found;
  }

  private async comparePair(
    caller: Caller,
    subject: CompletedSimulation,
    reference: CompletedSimulation,
    where: Where,
  ): Promise<ComparedSimulations> {
    const { definition } = subject.workflow;
    const { id, agentCount, seed, parameterDraws, routedVia } = subject.simulation;
    const hasOtherAgents = haveOtherAgents(definition, subject.simulation, reference.simulation);
    const agents = hasOtherAgents ? agentCount : Math.min(agentCount, reference.simulation.agentCount);
    const comparison = await this.threads.run<ComparisonTask>(caller.organizationId, async () => {
      const first = await this.readRun(caller, subject);
      const rows = where && selectSomeAgents(definition, first.output.columns, where, agents);
      return {
        kind: 'comparison',
        definition,
        seed: Number(seed),
        first,
        second: hasOtherAgents
          ? { scenario: scenarioOf(reference), agentCount, parameterDraws: parameterDraws ?? undefined }
          : await this.readRun(caller, reference),
        ...(rows && { rows }),
      };
    });
    if (!comparison.ok) throw notComparable(id, comparison.reason);
    const asked = (routedVia as SimulationRecord['routed_via'])?.outcome;
    const request = { scenario: scenarioOf(subject), reference: scenarioOf(reference), asked };
    const { evaluated } = comparison;
    return {
      subject,
      reference,
      comparison,
      evaluated,
      headline: chooseHeadline(definition, request, comparison.summary),
    };
  }

  private async readRun(caller: Caller, completed: CompletedSimulation) {
    const { simulation } = completed;
    const output = await naming(simulation.id, () => this.completed.decided(caller, completed));
    return { scenario: scenarioOf(completed), output, summary: readSummary(simulation) };
  }
}

/** Adds the id of the simulation to the message of an error, because a request has several. */
async function naming<T>(id: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw error.withMessage(`${id}: ${error.message}`);
  }
}

function notComparable(simulation_id: string, reason: IncomparableReason): AppError {
  const error = new AppError('simulations_not_comparable', { reason, simulation_id });
  return error.withMessage(`${simulation_id}: ${error.message}`);
}

/** Returns why the two simulations cannot be compared, or undefined if they can. */
function incomparableReason(a: Simulation, b: Simulation): IncomparableReason | undefined {
  if (a.workflowId !== b.workflowId) return 'different_workflow';
  if (a.definitionDigest !== b.definitionDigest) return 'different_definition';
  if (a.engineVersion !== b.engineVersion) return 'different_engine_version';
  return undefined;
}

/** Whether the agents or their random errors differ. The first agents of simulations with one seed are the same if they do not interact. */
function haveOtherAgents(definition: WorkflowDefinition, subject: Simulation, reference: Simulation): boolean {
  return subject.seed !== reference.seed || (agentsInteract(definition) && subject.agentCount !== reference.agentCount);
}

const scenarioOf = ({ simulation }: CompletedSimulation) => simulation.scenarioContext as Scenario;

function toRecord({ subject, reference, comparison, evaluated, headline }: ComparedSimulations): ComparisonRecord {
  const { id, name, seed, agentCount } = subject.simulation;
  return {
    simulation_id: id,
    name,
    seed: Number(seed),
    agents: {
      compared: comparison.summary.agent_count,
      simulation: agentCount,
      reference: reference.simulation.agentCount,
      meet: agentsInteract(subject.workflow.definition),
      evaluated: evaluated !== undefined,
    },
    headline,
    parameters: changedParameters(scenarioOf(subject), scenarioOf(reference)),
    ...toNumbers(comparison),
  };
}

function changedParameters(subject: Scenario, reference: Scenario): ComparisonRecord['parameters'] {
  return Object.entries(subject).flatMap(([parameter, value]) => {
    const referenceValue = reference[parameter];
    return referenceValue === undefined || referenceValue === value
      ? []
      : [{ parameter, value, reference_value: referenceValue }];
  });
}

type Figure = ComparisonRecord['outcomes' | 'outcome_groups' | 'measures'][number];
interface FigureRow {
  comparison: ComparisonRecord;
  kind: 'outcome' | 'outcome_group' | 'measure';
  figure: Figure;
}

/** For each simulation, one row for each outcome, outcome group and measure. */
function comparisonTable({ comparisons, reference }: ComparisonsRecord): TableColumn[] {
  const rows = comparisons.flatMap((comparison) => [
    ...comparison.outcomes.map((figure): FigureRow => ({ comparison, kind: 'outcome', figure })),
    ...comparison.outcome_groups.map((figure): FigureRow => ({ comparison, kind: 'outcome_group', figure })),
    ...comparison.measures.map((figure): FigureRow => ({ comparison, kind: 'measure', figure })),
  ]);
  return tableOf(rows, [
    text('simulation_id', ({ comparison }) => comparison.simulation_id),
    text('name', ({ comparison }) => comparison.name),
    text('reference', () => reference),
    count('agent_count', ({ comparison }) => comparison.agents.compared),
    text('figure', ({ figure }) => figure.id),
    text('figure_label', ({ figure }) => figure.label),
    text('figure_kind', ({ kind }) => kind),
    text('unit', ({ figure }) => ('unit' in figure ? figure.unit : null)),
    estimateColumns('value', ({ figure }) => ({
      value: 'mean' in figure ? figure.mean : figure.share,
      interval: figure.interval,
      errors: figure.errors,
    })),
    intervalColumns('reference_value', ({ figure }) => ({
      value: 'mean' in figure ? figure.reference_mean : figure.reference_share,
      interval: figure.reference_interval,
    })),
    estimateColumns('difference', ({ figure }) => ({
      value: figure.difference,
      interval: figure.difference_interval,
      errors: figure.difference_errors,
    })),
  ]);
}
