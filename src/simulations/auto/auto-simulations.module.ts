import { Module } from '@nestjs/common';
import { QuestionRoutingModule } from '../../routing/question-routing.module.js';
import { RoutingModule } from '../../routing/routing.module.js';
import { SimulationsModule } from '../simulations.module.js';
import { AutoSimulationsController } from './auto-simulations.controller.js';
import { AutoSimulations } from './auto-simulations.service.js';

/** Of the HTTP process alone: the worker needs no router. */
@Module({
  imports: [QuestionRoutingModule, RoutingModule, SimulationsModule],
  controllers: [AutoSimulationsController],
  providers: [AutoSimulations],
})
export class AutoSimulationsModule {}
