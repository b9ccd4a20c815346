import { Module } from '@nestjs/common';
import { QuestionRouter } from './question-router.service.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';

/** Only the HTTP process routes questions and loads an embedder. */
@Module({ imports: [WorkflowsModule], providers: [QuestionRouter], exports: [QuestionRouter] })
export class RoutingModule {}
