import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { BaselineBudgets, SimulationEstimates } from './dry-run/simulation-estimates.service.js';
import { ReportThreads } from './report/report-threads.service.js';
import { CompletedSimulations } from './results/completed-simulations.service.js';
import { ResultStoreModule } from './results/store/s3.result-store.js';
import { BlocksController } from './blocks/blocks.controller.js';
import { RunBlocks } from './blocks/run-blocks.service.js';
import { AgentChunks } from './results/agent-chunks.service.js';
import { SimulationResults } from './results/simulation-results.service.js';
import { SimulationResultsController } from './results/simulation-results.controller.js';
import { runKinds } from './kinds/index.js';
import { RunProgress } from './progress/run-progress.service.js';
import { RunSubscriptions } from './progress/run-subscriptions.service.js';
import { FinishedRuns } from './queue/finished-runs.service.js';
import { RunChanges } from './run-changes.service.js';
import { runAddress, simulationAddress } from './run.addresses.js';
import { creationController } from './run-creation.controller.js';
import { runController } from './run.controller.js';
import { RunCreation } from './run-creation.service.js';
import { RunDocuments } from './run-documents.service.js';
import { RunPlanner } from './run-planner.service.js';
import { RunStore } from './run-store.service.js';
import { SimulationClaims } from './queue/simulation-claims.service.js';
import { SimulationRuns } from './queue/simulation-runs.service.js';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { RequestThreads } from '../platform/process/request-threads.service.js';
import { TableReplies } from './tables/table-replies.service.js';
import { SavedModule } from '../saved/saved.module.js';
import { UsageModule } from '../usage/usage.module.js';

const shared = [
  RunPlanner,
  RunCreation,
  RunStore,
  RunDocuments,
  RunProgress,
  FinishedRuns,
  RunBlocks,
  CompletedSimulations,
  ReportThreads,
  SimulationClaims,
  SimulationEstimates,
  SimulationRuns,
];

@Module({
  imports: [DatasetsModule, SavedModule, ResultStoreModule, WorkflowsModule, UsageModule],
  controllers: [
    ...runKinds().map(creationController),
    runController(simulationAddress),
    runController(runAddress),
    SimulationResultsController,
    BlocksController,
  ],
  providers: [
    ...shared,
    RunChanges,
    RunSubscriptions,
    SimulationResults,
    BaselineBudgets,
    { provide: AgentChunks, useFactory: () => new AgentChunks() },
    {
      provide: TableReplies,
      inject: [RequestThreads],
      useFactory: (threads: RequestThreads) => new TableReplies(threads),
    },
  ],
  exports: [...shared, ResultStoreModule, TableReplies],
})
export class SimulationsModule {}
