import { Module } from '@nestjs/common';
import { SimulationsModule } from '../simulations.module.js';
import { ScenarioCreation } from './scenario-creation.service.js';
import { ScenariosController } from './scenarios.controller.js';
import { Scenarios } from './scenarios.service.js';

/** Used by the HTTP process only. The worker runs simulations of scenarios like all others. */
@Module({
  imports: [SimulationsModule],
  controllers: [ScenariosController],
  providers: [ScenarioCreation, Scenarios],
})
export class ScenariosModule {}
