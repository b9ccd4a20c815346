import { Module } from '@nestjs/common';
import { LanguageModelModule } from '../../language-model/language-model.module.js';
import { RoutingModule } from '../routing.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { SimulationsModule } from '../../simulations/simulations.module.js';
import { GoalsModule } from '../../simulations/goals/goals.module.js';
import { SweepsModule } from '../../simulations/sweeps/sweeps.module.js';
import { AssistedRouter } from './assisted-router.service.js';
import { AutoSimulationsController } from './auto-simulations.controller.js';
import { AutoSimulations } from './auto-simulations.service.js';
import { QuestionReader } from './question-reader.service.js';
import { QuestionRuns } from './question-runs.service.js';

/** Only the HTTP process imports this module; the worker needs no router. */
@Module({
  imports: [RoutingModule, WorkflowsModule, SimulationsModule, SweepsModule, GoalsModule, LanguageModelModule],
  controllers: [AutoSimulationsController],
  providers: [
    AutoSimulations,
    AssistedRouter,
    QuestionRuns,
    { provide: QuestionReader, useFactory: () => new QuestionReader() },
  ],
})
export class AutoSimulationsModule {}
