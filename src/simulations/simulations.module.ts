import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AdjustedWorkflows } from './adjustments/adjusted-workflows.service.js';
import { SavedCalibrations } from './calibrations/saved-calibrations.service.js';
import { AnalysisController } from './analysis/analysis.controller.js';
import { AnalysisThreads } from './analysis/analysis-threads.service.js';
import { IndicatorsController } from './analysis/indicators.controller.js';
import { SimulationIndicators } from './analysis/simulation-indicators.service.js';
import { SimulationSummary } from './analysis/simulation-summary.service.js';
import { EffectsController } from './effects/effects.controller.js';
import { SimulationEffects } from './effects/simulation-effects.service.js';
import { ComparisonsController } from './comparisons/comparisons.controller.js';
import { SimulationComparisons } from './comparisons/simulation-comparisons.service.js';
import { BaselineBudgets } from './estimates/baseline-budgets.service.js';
import { RunTimes } from './estimates/run-times.service.js';
import { SimulationEstimates } from './estimates/simulation-estimates.service.js';
import { ReportThreads } from './report/report-threads.service.js';
import { SimulationReport } from './report/simulation-report.service.js';
import { CompletedSimulations } from './results/completed-simulations.service.js';
import { ResultStoreModule } from './results/store/result-store.module.js';
import { AgentChunks } from './results/agent-chunks.service.js';
import { AgentPages } from './results/agent-pages.service.js';
import { SimulationResults } from './results/simulation-results.service.js';
import { SimulationResultsController } from './results/simulation-results.controller.js';
import { AnnotationsController } from './annotations.controller.js';
import { runKinds } from './kinds/index.js';
import { RunProgress } from './progress/run-progress.service.js';
import { RunWatch } from './progress/run-watch.service.js';
import { FinishedRuns } from './queue/finished-runs.service.js';
import { RunChanges } from './run.changes.js';
import { runController } from './run.controller.js';
import { RunCreation } from './run.creation.js';
import { RunDocuments } from './run.documents.js';
import { RunPlanner } from './run.planner.js';
import { RunStore } from './run.store.js';
import { SimulationClaims } from './queue/simulation-claims.service.js';
import { SimulationRuns } from './queue/simulation-runs.service.js';
import { PopulationsModule } from '../populations/populations.module.js';
import { UsageModule } from '../usage/usage.module.js';

@Module({
  imports: [PopulationsModule, ResultStoreModule, WorkflowsModule, UsageModule],
  controllers: [
    ...runKinds().map(runController),
    AnnotationsController,
    SimulationResultsController,
    AnalysisController,
    EffectsController,
    IndicatorsController,
    ComparisonsController,
  ],
  providers: [
    RunPlanner,
    RunCreation,
    RunStore,
    RunChanges,
    RunDocuments,
    RunProgress,
    RunWatch,
    FinishedRuns,
    AdjustedWorkflows,
    SavedCalibrations,
    AgentPages,
    CompletedSimulations,
    SimulationClaims,
    SimulationRuns,
    SimulationResults,
    { provide: AgentChunks, useFactory: () => new AgentChunks() },
    AnalysisThreads,
    SimulationSummary,
    SimulationComparisons,
    SimulationEffects,
    BaselineBudgets,
    RunTimes,
    SimulationEstimates,
    ReportThreads,
    SimulationIndicators,
    SimulationReport,
  ],
  exports: [
    RunPlanner,
    RunCreation,
    RunProgress,
    FinishedRuns,
    CompletedSimulations,
    ReportThreads,
    AdjustedWorkflows,
    ResultStoreModule,
    SavedCalibrations,
    SimulationClaims,
    SimulationEstimates,
    SimulationRuns,
  ],
})
export class SimulationsModule {}
