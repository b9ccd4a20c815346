import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import { type Caller, type Owner, placesOf } from '../common/identity/caller.js';
import {
  agentsInteract,
  type Column,
  elasticityFigures,
  analysisAgentsOf,
  segmentations,
} from '../../model/analyses.js';
import { isBaselineScenario, numericParameters, type Scenario, type ScenarioWarning } from '../../model/definition.js';
import type { Settings } from '../config/settings.js';
import type { DecisionOutput } from '../../model/simulate.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import type { AdjustmentsRecord } from '../saved/adjustments/adjustment.schema.js';
import { headlineOf } from '../simulations/headline.js';
import { readFigures, readSummary } from '../simulations/stored-summary.js';
import { ReadingThreads } from './reading-threads.service.js';
import { SimulationSummary } from './summary/simulation-summary.service.js';
import type { ReportQuery, ViewQuery } from './comparisons/comparison.record.js';
import { SimulationComparisons } from './comparisons/simulation-comparisons.service.js';
import { maxElasticities } from './indicators/indicators.record.js';
import { toElasticitiesRecord, toWelfareRecord } from './indicators/simulation-indicators.service.js';
import { toEffectsRecord } from './effects/effects.record.js';
import {
  CompletedSimulations,
  type CompletedSimulation,
} from '../simulations/results/completed-simulations.service.js';
import { selectAgents, selectSomeAgents } from '../simulations/results/select-agents.js';
import type { SimulationRecord } from '../simulations/simulation.record.js';
import { exampleAgents, type ExampleAgent } from '../simulations/view/example-agents.js';
import { parametersOfInterest, type ViewInput } from '../simulations/view/view-input.js';
import { simulationView } from '../simulations/view/simulation-view.js';
import type { View } from '../simulations/view/view.schema.js';
import { ReportThreads, type Report } from '../simulations/report/report-threads.service.js';
import { exampleSimulator, type Simulator, simulatorOf } from '../simulations/report/simulator.js';
import { WorkflowCatalog } from '../workflows/workflow-catalog.service.js';

type Where = NonNullable<ReportQuery['where']>;

/** What a reader can change: all parameters, or these. */
export interface Interactive {
  readonly parameters?: readonly string[];
}

const noAnalyses = { agents: undefined, indicators: null, effects: null };

@Injectable()
export class SimulationViews {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly comparisons: SimulationComparisons,
    private readonly threads: ReadingThreads,
    private readonly summaries: SimulationSummary,
    private readonly reports: ReportThreads,
    private readonly catalog: WorkflowCatalog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `validation_error` for an unknown figure, or
   * `service_unavailable` if too many analyses wait or one takes too long. A comparison also throws `results_expired`,
   * `simulations_not_comparable`.
   *
   * @param query simulation to compare with, by default the baseline; groups of agents, by default all
   */
  async view(caller: Caller, id: string, query: ViewQuery): Promise<View> {
    return simulationView(await this.inputFor(caller, id, query));
  }

  async report(caller: Caller, id: string, query: ReportQuery): Promise<string> {
    const input = await this.inputFor(caller, id, query);
    return this.render(caller, input, { links: this.linksOf(input) });
  }

  /**
   * Returns the page for third parties, who may not see single agents: a population can have rows of real people. Throws like {@link view}, and
   * `synthetic_population_required`.
   *
   * @param interactive the reader can change parameters: these, by default all. Default: the page has no scripts
   */
  async sharedReport(owner: Owner, id: string, interactive?: Interactive): Promise<string> {
    const completed = await this.completed.find(owner, id);
    const simulator = interactive && simulatorOf(completed.workflow, completed.simulation, interactive.parameters);
    const analyzed = await this.analyzedOrExpired(owner, completed, undefined);
    const askedGroups = await this.summaries.ofQuestion(owner, completed);
    const input = { ...inputOf(completed), ...analyzed, askedGroups, agents: undefined };
    return this.render(owner, input, { links: [], simulator });
  }

  /** Returns what a browser needs to simulate. Throws {@link AppError} `…_not_found`, `…_not_complete`, `synthetic_population_required`. */
  async simulator(owner: Owner, id: string, { parameters }: Interactive): Promise<Simulator> {
    const { workflow, simulation } = await this.completed.find(owner, id);
    return simulatorOf(workflow, simulation, parameters);
  }

  /** Whether the distributions of a simulator can contain values of single respondents of the organization. */
  async hasExactValues(
    caller: Caller,
    { definition: { workflow_id: workflowId, population } }: Simulator,
  ): Promise<boolean> {
    if (population.attributes.length === 0 || population.min_respondents !== undefined) return false;
    const latest = await this.catalog.latest(caller, workflowId);
    return latest?.organizationId !== null;
  }

  exampleSimulator(): Simulator {
    return exampleSimulator(this.catalog.builtIn());
  }

  private async inputFor(caller: Caller, id: string, query: ViewQuery): Promise<ViewInput> {
    const { with: withId, where, figure, analyses } = query;
    const completed = requireFigure(await this.completed.find(caller, id), figure);
    const isBrief = analyses === 'false';
    const input =
      withId === undefined
        ? {
            ...inputOf(completed),
            askedGroups: where ? null : await this.summaries.ofQuestion(caller, completed),
            // The values of groups come from the agents too.
            ...(isBrief && !where ? {} : await this.analyzedOrExpired(caller, completed, where, figure)),
          }
        : await this.comparisonOf(caller, id, withId, where);
    return { ...withFigure(input, figure), ...(isBrief ? noAnalyses : {}) };
  }

  private async comparisonOf(
    caller: Caller,
    id: string,
    withId: string,
    where: ViewQuery['where'],
  ): Promise<ViewInput> {
    const { subject, reference, comparison, evaluated, headline } = await this.comparisons.compare(
      caller,
      id,
      withId,
      where,
    );
    const summary = { ...comparison.summary, headline };
    const decided = await this.completed.decided(caller, subject);
    const others = evaluated ? { columns: [evaluated], events: [] } : await this.completed.decided(caller, reference);
    return {
      ...inputOf(subject),
      routedVia: questionOfBoth(subject, reference),
      summary,
      agents: examplesOf(subject, decided, others, where),
      compared: { ...inputOf(reference), isEvaluated: evaluated !== undefined },
      selection: where ? { groups: where, labels: labelsOf(subject, decided.columns, where) } : null,
    };
  }

  /** Returns the parts of the view that need the agents. Without stored results, only a view of all agents exists. */
  private async analyzedOrExpired(
    owner: Owner,
    completed: CompletedSimulation,
    where: ReportQuery['where'],
    figure?: string,
  ): Promise<Partial<ViewInput>> {
    try {
      return await this.analyze(owner, completed, where, figure ?? headlineIdOf(completed));
    } catch (error) {
      if (!where && error instanceof AppError && error.code === 'results_expired') return {};
      throw error;
    }
  }

  /** Decodes the agents once, when the analysis thread is free, so that waiting requests use little memory. */
  private async analyze(
    owner: Owner,
    completed: CompletedSimulation,
    where: ReportQuery['where'],
    figure: string,
  ): Promise<Partial<ViewInput>> {
    const { simulation, workflow } = completed;
    const { definition } = workflow;
    const scenario = simulation.scenarioContext as Scenario;
    const interacting = agentsInteract(definition);
    const ids = interacting ? [] : parametersOfInterest(definition, scenario);
    const parameters = numericParameters(definition.scenario.parameters).filter(({ id }) => ids.includes(id));
    const elasticityCount = parameters.length * elasticityFigures(definition).figures.length;
    const hasEffects = !interacting && !isBaselineScenario(definition, scenario);
    let agents: ExampleAgent[] = [];
    let labels: string[] = [];
    const analysis = await this.threads.analyzeReport(placesOf(owner), async () => {
      const decided = await this.completed.decided(owner, completed);
      const { columns } = decided;
      agents = examplesOf(completed, decided, null, where);
      if (where) labels = labelsOf(completed, columns, where);
      const analyzed = analysisAgentsOf(definition);
      const rows = where && selectAgents(definition, columns, { where }).filter((row) => row < analyzed);
      const hasIndicators = ids.length > 0 && rows?.length !== 0 && elasticityCount <= maxElasticities;
      const selected = selectSomeAgents(definition, columns, where, simulation.agentCount);
      return {
        ...{ kind: 'report', definition, scenario, seed: Number(simulation.seed), columns },
        indicators: hasIndicators ? { rows, parameters: ids } : null,
        effects: hasEffects ? { rows: selected, figures: [figure] } : null,
        selection: where ? selected : null,
      };
    });
    const { elasticities, welfare, effects, selection: summary } = analysis;
    return {
      agents,
      selection: where ? { groups: where, labels } : null,
      effects: effects && toEffectsRecord(effects),
      indicators: elasticities && {
        elasticities: toElasticitiesRecord(completed, { parameters, where }, elasticities),
        welfare: welfare && toWelfareRecord(completed, where, welfare),
      },
      ...(summary && {
        summary: { ...summary, headline: readFigures(simulation.summary).headline },
      }),
    };
  }

  private render(owner: Owner, input: ViewInput, parts: Pick<Report, 'links' | 'simulator'>): Promise<string> {
    const kind = input.compared ? 'comparison of two simulations' : 'report of a simulation';
    return this.reports.render(placesOf(owner), { view: simulationView(input), kind, ...parts });
  }

  /** The files need the session or the API key of the caller, like the report. */
  private linksOf({ id, compared }: ViewInput): Report['links'] {
    const link = (label: string, path: string) => ({ label, url: new URL(path, this.settings.frontendUrl).href });
    const filesOf = (simulationId: string, suffix: string) => [
      ...(['csv', 'parquet', 'json'] as const).map((format) =>
        link(
          `Agents${suffix} as ${format === 'parquet' ? 'Parquet' : format.toUpperCase()}`,
          `/v1/simulations/${simulationId}/results?format=${format}`,
        ),
      ),
      link(`Manifest${suffix}`, `/v1/simulations/${simulationId}/manifest`),
    ];
    if (!compared) return filesOf(id, '');
    return [
      ...filesOf(compared.id, ' of simulation A'),
      ...filesOf(id, ' of simulation B'),
      link('Comparison', `/v1/comparisons?ids=${compared.id},${id}`),
    ];
  }
}

/** The question of two compared simulations, if they answer the same one. */
function questionOfBoth(...both: readonly CompletedSimulation[]): ViewInput['routedVia'] {
  const [first, second] = both.map(({ simulation }) => simulation.routedVia as ViewInput['routedVia']);
  return first && first.question === second?.question ? first : null;
}

const withFigure = (input: ViewInput, figure: string | undefined): ViewInput =>
  figure === undefined
    ? input
    : { ...input, summary: { ...input.summary, headline: { outcome: figure, why: 'asked' } } };

/** Throws {@link AppError} `validation_error` if the simulation has no such figure. */
function requireFigure(completed: CompletedSimulation, figure: string | undefined): CompletedSimulation {
  if (figure === undefined) return completed;
  const { outcomes, outcome_groups, measures } = readFigures(completed.simulation.summary);
  const ids = [...outcome_groups, ...outcomes, ...measures].map(({ id }) => id);
  if (ids.includes(figure)) return completed;
  const message = `${JSON.stringify(figure)} is not a figure of this simulation. Its figures: ${ids.join(', ')}`;
  throw AppError.validation([{ path: 'figure', message }]);
}

function headlineIdOf({ simulation, workflow }: CompletedSimulation): string {
  return headlineOf(workflow.definition, readFigures(simulation.summary)).figure.id;
}

function examplesOf(
  { simulation, workflow }: CompletedSimulation,
  decided: DecisionOutput,
  others: DecisionOutput | null,
  where: ReportQuery['where'],
): ExampleAgent[] {
  const rows = selectAgents(workflow.definition, decided.columns, { where });
  return exampleAgents(workflow.definition, simulation.scenarioContext as Scenario, decided, others, rows);
}

/** Returns the groups in words, like `Income: high or medium`. */
function labelsOf({ workflow }: CompletedSimulation, columns: readonly Column[], where: Where): string[] {
  return segmentations(workflow.definition, columns).flatMap(({ id, label, groups }) => {
    const wanted = where[id];
    if (!wanted) return [];
    const labels = groups.filter((group) => wanted.includes(group.id)).map((group) => group.label);
    return [`${label}: ${labels.join(' or ')}`];
  });
}

function inputOf({ simulation, workflow }: CompletedSimulation): ViewInput {
  const { id, completedAt, digest } = simulation;
  if (completedAt === null || digest === null)
    throw new Error(`the completed simulation ${id} has no end time or no digest`);
  return {
    id,
    name: simulation.name,
    completedAt: completedAt.toISOString(),
    definition: workflow.definition,
    definitionDigest: simulation.definitionDigest,
    engineVersion: simulation.engineVersion,
    adjustments: simulation.adjustments as AdjustmentsRecord,
    scenario: simulation.scenarioContext as Scenario,
    warnings: simulation.warnings as unknown as ScenarioWarning[],
    seed: Number(simulation.seed),
    agentCount: simulation.agentCount,
    digest,
    summary: readSummary(simulation),
    routedVia: simulation.routedVia as SimulationRecord['routed_via'],
    agents: null,
    indicators: null,
    effects: null,
    compared: null,
    selection: null,
  };
}
