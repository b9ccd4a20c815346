import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { SavedModule } from '../saved.module.js';
import { TargetMatchesController } from './target-matches.controller.js';
import { TargetMatchCreation } from './target-match-creation.service.js';
import { TargetMatches } from './target-matches.service.js';

/** Used by the HTTP process only. */
@Module({
  imports: [SavedModule, WorkflowsModule],
  controllers: [TargetMatchesController],
  providers: [TargetMatchCreation, TargetMatches],
})
export class TargetMatchesModule {}
