import { Module } from '@nestjs/common';
import { AdjustedWorkflows } from './adjustments/adjusted-workflows.service.js';
import { SavedTargetMatches, TargetMatches } from './target-matches/target-matches.service.js';
import { ProcessTurns } from '../platform/process/process-turns.service.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { PopulationCreation, PeopleProcess } from './populations/population-creation.service.js';
import { PopulationsController } from './populations/populations.controller.js';
import { Populations } from './populations/populations.service.js';
import { TargetMatchesController } from './target-matches/target-matches.controller.js';
import { TargetMatchCreation } from './target-matches/target-match-creation.service.js';

@Module({
  imports: [WorkflowsModule],
  controllers: [PopulationsController],
  providers: [
    Populations,
    PopulationCreation,
    {
      provide: PeopleProcess,
      inject: [ProcessTurns],
      useFactory: (turns: ProcessTurns) => new PeopleProcess(turns),
    },
  ],
  exports: [Populations],
})
export class PopulationsModule {}

/** What requests refer to: populations and target matches, and the workflows that they adjust. */
@Module({
  imports: [PopulationsModule],
  providers: [AdjustedWorkflows, SavedTargetMatches],
  exports: [AdjustedWorkflows, SavedTargetMatches],
})
export class SavedModule {}

/** Used by the HTTP process only. */
@Module({
  imports: [SavedModule, WorkflowsModule],
  controllers: [TargetMatchesController],
  providers: [TargetMatchCreation, TargetMatches],
})
export class TargetMatchesModule {}
