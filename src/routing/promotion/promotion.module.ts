import { Module } from '@nestjs/common';
import { RoutingModule } from '../question-router.service.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { PromotionsController, FitPublicationsController } from './promotions.controller.js';
import { SimulationsModule } from '../../simulations/simulations.module.js';
import { Promotions } from './promotions.service.js';
import { PublicationsModule } from '../../workflows/publication/publications.service.js';

/** Only the HTTP process imports this module; the worker publishes nothing. */
@Module({
  imports: [WorkflowsModule, RoutingModule, PublicationsModule, SimulationsModule],
  controllers: [PromotionsController, FitPublicationsController],
  providers: [Promotions],
})
export class PromotionModule {}
