import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AdjustedWorkflows } from './adjustments/adjusted-workflows.service.js';
import { SavedCalibrations } from './calibrations/saved-calibrations.service.js';
import { AnalysisController } from './analysis/analysis.controller.js';
import { AnalysisThreads } from './analysis/analysis-threads.service.js';
import { IndicatorsController } from './analysis/indicators.controller.js';
import { SimulationIndicators } from './analysis/simulation-indicators.service.js';
import { SimulationManifest } from './analysis/simulation-manifest.service.js';
import { SimulationSummary } from './analysis/simulation-summary.service.js';
import { EffectsController } from './effects/effects.controller.js';
import { SimulationEffects } from './effects/simulation-effects.service.js';
import { ComparisonsController } from './comparisons/comparisons.controller.js';
import { SimulationComparisons } from './comparisons/simulation-comparisons.service.js';
import { BaselineBudgets } from './estimates/baseline-budgets.service.js';
import { RunTimes } from './estimates/run-times.service.js';
import { SimulationEstimates } from './estimates/simulation-estimates.service.js';
import { SimulationEventsController } from './progress/simulation-events.controller.js';
import { SimulationEvents } from './progress/simulation-events.service.js';
import { SimulationWait } from './progress/simulation-wait.service.js';
import { SimulationWatch } from './progress/simulation-watch.service.js';
import { ReportThreads } from './report/report-threads.service.js';
import { SimulationReport } from './report/simulation-report.service.js';
import { CompletedSimulations } from './results/completed-simulations.service.js';
import { ResultStoreModule } from './results/store/result-store.module.js';
import { AgentChunks } from './results/agent-chunks.service.js';
import { AgentPages } from './results/agent-pages.service.js';
import { SimulationResults } from './results/simulation-results.service.js';
import { SimulationResultsController } from './results/simulation-results.controller.js';
import { FinishedSimulations } from './finished-simulations.service.js';
import { SimulationCancel } from './simulation-cancel.service.js';
import { SimulationChangesController } from './simulation-changes.controller.js';
import { SimulationChanges } from './simulation-changes.service.js';
import { SimulationList } from './simulation-list.service.js';
import { SimulationClaims } from './execution/simulation-claims.service.js';
import { SimulationRuns } from './execution/simulation-runs.service.js';
import { PopulationsModule } from '../populations/populations.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { SimulationsController } from './simulations.controller.js';
import { Simulations } from './simulations.service.js';

@Module({
  imports: [PopulationsModule, ResultStoreModule, WorkflowsModule, UsageModule],
  controllers: [
    SimulationsController,
    SimulationChangesController,
    SimulationEventsController,
    SimulationResultsController,
    AnalysisController,
    EffectsController,
    IndicatorsController,
    ComparisonsController,
  ],
  providers: [
    AdjustedWorkflows,
    SavedCalibrations,
    AgentPages,
    CompletedSimulations,
    FinishedSimulations,
    Simulations,
    SimulationList,
    SimulationCancel,
    SimulationChanges,
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
    SimulationEvents,
    SimulationWait,
    SimulationWatch,
    SimulationManifest,
    ReportThreads,
    SimulationIndicators,
    SimulationReport,
  ],
  exports: [
    CompletedSimulations,
    FinishedSimulations,
    ReportThreads,
    AdjustedWorkflows,
    ResultStoreModule,
    SavedCalibrations,
    SimulationClaims,
    SimulationEstimates,
    SimulationRuns,
    SimulationEvents,
    Simulations,
    SimulationWait,
  ],
})
export class SimulationsModule {}
