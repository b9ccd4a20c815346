import { Module } from '@nestjs/common';
import { LanguageModelModule } from '../../language-model/language-model.module.js';
import { LanguageModel } from '../../language-model/language-model.service.js';
import { SimulationsModule } from '../../simulations/simulations.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { RoutingModule } from '../question-router.service.js';
import { AutoSimulationsController } from './auto-simulations.controller.js';
import { AutoSimulations } from './auto-simulations.service.js';
import { ModelReader, QUESTION_READER, RulesReader } from './question-readers.js';
import { QuestionRouting } from './question-routing.service.js';

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
