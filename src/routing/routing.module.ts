import { Module } from '@nestjs/common';
import { QuestionRouter } from './question-router.service.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { PromotionsController, FitPublicationsController } from './promotion/promotions.controller.js';
import { SimulationsModule } from '../simulations/simulations.module.js';
import { Promotions } from './promotion/promotions.service.js';
import { PublicationsModule } from '../workflows/publication/publications.service.js';
import { LanguageModelModule } from '../language-model/language-model.module.js';
import { LanguageModel } from '../language-model/language-model.service.js';
import { AutoSimulationsController } from './auto/auto-simulations.controller.js';
import { AutoSimulations } from './auto/auto-simulations.service.js';
import { ModelReader, QUESTION_READER, RulesReader } from './auto/question-readers.js';
import { QuestionRouting } from './auto/question-routing.service.js';

/** Only the HTTP process routes questions and loads an embedder. */
@Module({ imports: [WorkflowsModule], providers: [QuestionRouter], exports: [QuestionRouter] })
class RoutingModule {}

/** Only the HTTP process imports this module; the worker publishes nothing. */
@Module({
  imports: [WorkflowsModule, RoutingModule, PublicationsModule, SimulationsModule],
  controllers: [PromotionsController, FitPublicationsController],
  providers: [Promotions],
})
export class PromotionModule {}

/** Only the HTTP process imports this module; the worker needs no router. */
@Module({
  imports: [RoutingModule, WorkflowsModule, SimulationsModule, LanguageModelModule],
  controllers: [AutoSimulationsController],
  providers: [
    AutoSimulations,
    QuestionRouting,
    { provide: RulesReader, useFactory: () => new RulesReader() },
    {
      provide: QUESTION_READER,
      useFactory: (model: LanguageModel, rules: RulesReader) =>
        model.isConfigured ? new ModelReader(model, rules) : rules,
      inject: [LanguageModel, RulesReader],
    },
  ],
})
export class AutoSimulationsModule {}
