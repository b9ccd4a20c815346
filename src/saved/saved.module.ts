import { Module } from '@nestjs/common';
import { AdjustedWorkflows } from './adjustments/adjusted-workflows.service.js';
import { PopulationsModule } from './populations/populations.module.js';
import { SavedTargetMatches } from './target-matches/saved-target-matches.service.js';

/** What requests refer to: populations and target matches, and the workflows that they adjust. */
@Module({
  imports: [PopulationsModule],
  providers: [AdjustedWorkflows, SavedTargetMatches],
  exports: [AdjustedWorkflows, SavedTargetMatches],
})
export class SavedModule {}
