import { Module } from '@nestjs/common';
import { QuestionRouter } from './question-router.service.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';

/** Apart from the catalog, which the worker needs too: only the HTTP process answers questions, and keeps an embedder warm. */
@Module({ imports: [WorkflowsModule], providers: [QuestionRouter], exports: [QuestionRouter] })
export class RoutingModule {}
