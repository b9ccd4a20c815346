import { Module } from '@nestjs/common';
import { QuestionRouter } from './question-router.service.js';
import { RoutingModule } from './routing.module.js';

/** Apart from the catalog, which the worker needs too: only the HTTP process answers questions, and keeps an embedder warm. */
@Module({ imports: [RoutingModule], providers: [QuestionRouter], exports: [QuestionRouter] })
export class QuestionRoutingModule {}
