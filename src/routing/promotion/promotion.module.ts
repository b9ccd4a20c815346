import { Module } from '@nestjs/common';
import { RoutingModule } from '../routing.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { PromotionsController } from './promotions.controller.js';
import { SimulationsModule } from '../../simulations/simulations.module.js';
import { FitPublicationsController } from './fit-publications.controller.js';
import { FitPublications } from './fit-publications.service.js';
import { Promotions } from './promotions.service.js';
import { PublicationsModule } from '../../workflows/publication/publications.module.js';

/** Only the HTTP process imports this module; the worker publishes nothing. */
@Module({
  imports: [WorkflowsModule, RoutingModule, PublicationsModule, SimulationsModule],
  controllers: [PromotionsController, FitPublicationsController],
  providers: [Promotions, FitPublications],
})
export class PromotionModule {}
