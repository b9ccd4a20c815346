import type { z } from 'zod';
import type { AppError, Issue } from '../common/errors/app-error.js';
import type { RunErrorCode } from '../common/errors/error-codes.js';
import type { ApiTag } from '../common/http/documented.decorators.js';
import type { Caller } from '../common/identity/caller.js';
import type { DatasetTasks } from '../datasets/dataset-tasks.service.js';
import type { Column } from '../../model/analyses.js';
import type { Scenario, ScenarioWarning, WorkflowDefinition } from '../../model/definition.js';
import type { Survey, SurveyAnswers } from '../language-model/tasks/survey.js';
import type { Prisma, Simulation } from '../platform/database/generated/client.js';
import type { AdjustmentRequest, AdjustmentsRecord } from '../saved/adjustments/adjustment.schema.js';
import type { RespondentSample } from '../workflows/respondent-samples.js';
import type { Workflow } from '../workflows/workflow-catalog.service.js';
import type { AnnotationRequest } from '../common/annotations.schema.js';
import type { ChildCounts, PlannedRun, RunRow } from './run.row.js';
import type { RunStatus } from './run.state.js';
import type { FiguresRecord } from './summary.schema.js';
import type { Cell, TableColumn } from './tables/table.js';
import type { RequestedUncertainty } from './uncertainty.js';
import type { Block, Section } from './view/view.schema.js';

/** The fields that the request of every kind can have. */
export interface RunRequest extends AdjustmentRequest, AnnotationRequest {
  /** Every kind requires it, except those of a dataset: see {@link RunKind.fromDataset}. */
  workflow_id?: string | undefined;
  agent_count?: number | undefined;
  scenario_context?: Record<string, unknown> | undefined;
  seed?: number | undefined;
  follows?: string | undefined;
  uncertainty?: RequestedUncertainty | undefined;
  webhook_url?: string | undefined;
  dry_run?: boolean | undefined;
}

/** What a run of a dataset needs before it is queued. */
export interface DraftServices {
  readonly tasks: DatasetTasks;
  readonly now: Date;
}

export interface Draft<Plan> {
  readonly plan: Plan;
  readonly workflow: Workflow;
}

/** A plan, and what it changes in the run that was planned from the common fields of the request. */
export interface Planned<Plan> {
  readonly plan: Plan;
  /** Warnings in addition to those of the scenario. */
  readonly warnings?: readonly ScenarioWarning[];
  /** Default: the scenario of the request with all defaults. */
  readonly scenario?: Scenario;
}

/** The input of a run in an engine thread. */
export interface RunTask {
  readonly definition: WorkflowDefinition;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly agentCount: number;
  /** Undefined for the default of the engine: the delta method if agents are independent. */
  readonly parameterDraws?: number | undefined;
  /** The outcome, outcome group or measure that a question names. */
  readonly asked?: string | null | undefined;
  /** The compressed cells of the dataset of the plan, for kinds with {@link RunKind.fromDataset}. */
  readonly input?: Uint8Array | undefined;
  /** The details of all blocks of a group in their order, compressed with gzip, for the row that combines them. */
  readonly details?: readonly Uint8Array[] | undefined;
  /** Index of the block, for a block of a group. */
  readonly block?: number | undefined;
  /** Columns of the agents from an earlier run with the same definition and seed. */
  readonly people?: readonly Column[] | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Called with the name of a stage when it ends. */
  readonly onStage?: ((ended: string) => void) | undefined;
  readonly shouldStop?: (() => boolean) | undefined;
}

/** What a run computes. */
export interface RunOutput {
  /** Plain JSON. */
  readonly result: object;
  /** SHA-256 of the result, or of the agents of a simulation. */
  readonly digest: string;
  /** Columns of the agents, for later runs with the same definition and seed. */
  readonly people: readonly Column[];
  /** The rows of the respondents of a fit, which are stored apart from its result. */
  readonly sample?: RespondentSample;
  /** The agents as a Parquet file, for a block. */
  readonly agents?: Uint8Array<ArrayBuffer>;
  /** What the group needs of a block to combine all. */
  readonly details?: string;
}

interface ThreadWork<Plan> {
  execute(plan: Plan, task: RunTask): RunOutput | Promise<RunOutput>;
}

/** A run that one engine thread computes. */
export interface Execution<Plan> extends ThreadWork<Plan> {
  /** Returns the maximum evaluations of all agents, which determine progress and quota. Of a dataset: the steps. */
  evaluations(plan: Plan): number;
}

/**
 * A run with answers of a language model. An engine thread prepares the people: the result of `execute`, which is not stored. Then the worker
 * requests the answers outside of the thread and combines them.
 */
export interface LanguageModelWork<Plan, Result> extends ThreadWork<Plan> {
  /** Returns the number of answers, which is the progress. */
  answers(plan: Plan, agentCount: number): number;
  /** Estimates the tokens of one prompt, for the dry run. */
  promptTokens(plan: Plan, workflow: { definition: WorkflowDefinition }, scenario: Scenario): number;
  /** Returns the question and the people. */
  survey(plan: Plan, prepared: object): Omit<Survey, 'owner' | 'seed'>;
  /** @throws RunFailure if too many answers are missing */
  summarize(plan: Plan, prepared: object, answers: SurveyAnswers): Result;
}

/** A simulation of a group. */
export interface Child extends Pick<
  Simulation,
  'id' | 'status' | 'digest' | 'engineVersion' | 'failureCode' | 'failureMessage'
> {
  readonly index: number;
  /** Null until the simulation is completed. */
  readonly summary: FiguresRecord | null;
}

export type ChildState = Omit<Child, 'summary'>;

export interface ChildPlan {
  readonly scenario: Scenario;
  readonly warnings: readonly ScenarioWarning[];
  /** Default: the seed of the group. */
  readonly seed?: number;
  /** Default: the agents of the group. */
  readonly agentCount?: number;
}

/** A run of several simulations or blocks, which determine its status. */
export type Group<Plan, Result> = OfSimulations<Plan, Result> | InBlocks<Plan>;

interface GroupOf<Plan> {
  /** Returns the simulations or blocks. They share workflow and the method of the intervals. */
  children(
    base: Pick<PlannedRun, 'scenario' | 'seed' | 'agentCount'> & { definition: WorkflowDefinition },
    plan: Plan,
  ): ChildPlan[];
  /**
   * Depends on which counts are zero, and on whether `completed` exceeds `childCount`: `run-filters.ts` selects groups by these.
   *
   * @param isCanceled whether a caller canceled the group
   * @param childCount number of `children`
   */
  statusOf(counts: ChildCounts, isCanceled: boolean, childCount: number): RunStatus;
}

interface OfSimulations<Plan, Result> extends GroupOf<Plan> {
  readonly inBlocks?: undefined;
  /** Combines the simulations in their order. Some can be unfinished or failed. */
  combine(plan: Plan, children: readonly Child[]): Result;
}

/** The children are blocks: parts of one simulation that no route shows as a run. */
interface InBlocks<Plan> extends GroupOf<Plan> {
  /**
   * The work of the blocks. When all are completed, one more row combines them. Its index follows that of the last block, its task has their
   * details, and the group has its result and its digest.
   */
  readonly inBlocks: ThreadWork<Plan>;
}

/** A completed run with what its view shows. */
export interface Reported<Plan, Result> {
  readonly definition: WorkflowDefinition;
  readonly definitionDigest: string;
  readonly engineVersion: string | null;
  readonly run: ReportedRun;
  readonly plan: Plan;
  readonly result: Result;
}

/** The fields of a record that views show. */
export interface ReportedRun extends Pick<Simulation, 'id' | 'name' | 'digest'> {
  readonly workflow: string;
  readonly scenario: Scenario;
  readonly agentCount: number;
  readonly seed: number;
  readonly completedAt: string | null;
  readonly adjustments: AdjustmentsRecord;
  readonly warnings: readonly ScenarioWarning[];
}

/** The content of a view. `view/run-view.ts` adds the head, adjustments and reproduction. */
export interface RunView {
  readonly headline: string;
  /** Ids of the parameters that the run varies. */
  readonly varied: readonly string[];
  /** Shows the answer. */
  readonly chart?: Block;
  /** Default: the texts about the data and the limits of the workflow. */
  readonly trust?: readonly string[];
  readonly limits?: readonly string[];
  /** The most important one first. Undefined sections do not apply. */
  readonly sections: readonly (Section | undefined)[];
}

/** Texts of the API reference that only one kind has. */
export interface RunTexts {
  readonly create: string;
  readonly table: string;
  readonly report?: string;
  readonly cancel?: string;
  readonly manifest?: string;
  /** Example of a row of the table. */
  readonly tableRow: Readonly<Record<string, Cell>>;
  /** Requests that need less processor time, for the error of a run that needs too much. */
  readonly reducesTime: string;
}

export interface RecordFormat {
  readonly schema: z.ZodType;
  of(row: RunRow): RunRecord;
  /** The record in lists. Default: {@link RecordFormat.of}. */
  listed?(row: RunRow): RunRecord;
  /** The record of a single read of a group, with its simulations but not their results. */
  readonly whole?: { readonly schema: z.ZodType; of(row: RunRow, children: readonly ChildState[]): RunRecord };
}

export interface RunRecord {
  readonly id: string;
  readonly status: RunStatus;
  readonly progress: object;
}

/**
 * A kind of work in the queue. Its creation, events, audit actions, manifest and documentation follow from this object, and the routes of
 * `run.controller.ts` read it. `kinds/index.ts` lists all kinds.
 */
export interface RunKind<
  Request extends RunRequest = RunRequest,
  Plan extends object = object,
  Result extends object = object,
> {
  /** Object type, and prefix of events and audit actions: `goal`. */
  readonly name: string;
  readonly idPrefix: string;
  /** Path below `/v1` that creates runs: `goals`. */
  readonly path: string;
  /** In texts: `sensitivity analysis`. */
  readonly noun: string;
  readonly plural: string;
  readonly tag: ApiTag;
  readonly texts: RunTexts;
  /** Whether a request can fit its schema and not the workflow. */
  readonly hasIssues: boolean;
  readonly request: z.ZodType<Request>;
  /** Fields of the query of lists besides the page, and the rows that they select. */
  readonly filters?: { readonly shape: z.ZodRawShape; where(query: object): Prisma.SimulationWhereInput };
  /** Fields of the plan in records, dry runs and manifests. */
  readonly planned: z.ZodRawShape;
  readonly result: z.ZodType<Result>;
  /** Long fields of the result, and their values in lists. */
  readonly unlisted?: Readonly<Record<string, [] | null>>;
  /**
   * Set if the run makes a workflow from a dataset, instead of simulating a published one. Request and plan have `dataset_id`. The run has no
   * agents and no scenario, and its own definition has placeholders: `definitionOf` returns the one of the result.
   */
  readonly fromDataset?: {
    definitionOf(result: Result): WorkflowDefinition;
    /**
     * Reads the request before the run is queued. Returns its plan and the definition with placeholders, or the error to throw.
     * Throws {@link AppError} `service_unavailable`, `rate_limited`.
     */
    draftOf(caller: Caller, request: Request, services: DraftServices): Promise<Draft<Plan> | AppError>;
  };
  /** Agents if the request names no number. Default: the recommended count of the workflow. */
  readonly defaultAgentCount?: number;
  /** The limit of the plan for the agents. Default: that of simulations. */
  readonly agentLimit?: 'agents_per_large_simulation';
  /** Default: `recordOf` of `run.record.ts`. */
  readonly record?: RecordFormat;
  /** Default: the column `request`. */
  planOf?(row: RunRow): Plan;
  /** Fills in the defaults. The issues are the error `invalid_…`, for a kind that has {@link RunKind.hasIssues}. */
  plan(base: PlannedRun, request: Request, drafted: Plan | undefined): Planned<Plan> | readonly Issue[];
  /** The fields of a request that has the plan. Default: the plan. */
  requestOf?(plan: Plan): object;
  /** `agents`: a simulation, which stores its agents. */
  readonly work: Work<Plan, Result>;
  table(run: { id: string; plan: Plan; result: Result }): TableColumn[];
  /** What third parties read with a share link. Default: the whole plan and the whole result. */
  readonly shared?: SharedForm<Plan, Result>;
  /** Undefined if another service describes the result. */
  view?(reported: Reported<Plan, Result>): RunView;
}

interface SharedForm<Plan, Result> {
  /** Fields of the plan that are not shared. */
  readonly omitted: readonly string[];
  /** States in the report what is missing. */
  readonly note: string;
  /** The argument has the fields of the plan and the result; it can be a whole record. */
  of(run: Plan & { result: Result | null }): object;
}

type Work<Plan, Result> = 'agents' | Execution<Plan> | LanguageModelWork<Plan, Result> | Group<Plan, Result>;

/** The error codes of the runs at an address. */
export interface RunCodes {
  readonly notFound: 'run_not_found' | 'simulation_not_found';
  readonly notComplete: 'run_not_complete' | 'simulation_not_complete';
  readonly notFinished: 'run_not_finished' | 'simulation_not_finished';
  readonly alreadyFinished: 'run_already_finished' | 'simulation_already_finished';
}

/** A kind with everything that follows from it. */
export interface RegisteredKind extends RunKind {
  readonly codes: RunCodes;
  /** `invalid_goal`, for a kind that has {@link RunKind.hasIssues}. */
  readonly invalid?: RunErrorCode | undefined;
  readonly format: RecordFormat;
  planOf(row: RunRow): object;
}

export const isGroup = <Plan, Result>(work: Work<Plan, Result>): work is Group<Plan, Result> =>
  typeof work === 'object' && 'children' in work;

export const isExecution = <Plan, Result>(work: Work<Plan, Result>): work is Execution<Plan> =>
  typeof work === 'object' && 'evaluations' in work;

export const usesLanguageModel = <Plan, Result>(work: Work<Plan, Result>): work is LanguageModelWork<Plan, Result> =>
  typeof work === 'object' && 'survey' in work;

/** Returns the work of a row in an engine thread. Undefined for a simulation. */
export const threadWorkOf = <Plan, Result>(work: Work<Plan, Result>): ThreadWork<Plan> | undefined =>
  work === 'agents' ? undefined : isGroup(work) ? work.inBlocks : work;

/** Whether a row combines the blocks of its group. */
export const combinesBlocks = (
  { work }: Pick<RegisteredKind, 'work'>,
  { parentIndex, agentCount }: Pick<Simulation, 'parentIndex' | 'agentCount'>,
): boolean => isGroup(work) && work.inBlocks !== undefined && parentIndex !== null && agentCount === 0;

/** Whether a run has simulations, which its table shows also before all are finished. */
export const hasPoints = ({ work }: Pick<RegisteredKind, 'work'>): boolean => isGroup(work) && !work.inBlocks;

/** Returns the path of a run. The contract has that of simulations. */
export const locationOf = ({ work }: Pick<RegisteredKind, 'work'>, id: string): string =>
  `/v1/${work === 'agents' ? 'simulations' : 'runs'}/${id}`;

export const schemaId = ({ name }: Pick<RunKind, 'name'>, suffix = '') =>
  `${name.replace(/(^|_)(\w)/g, (_, _line, letter: string) => letter.toUpperCase())}${suffix}`;
