import { Module } from '@nestjs/common';
import { RoutingModule } from '../routing.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { PromotionsController } from './promotions.controller.js';
import { Promotions } from './promotions.service.js';
import { PublicationsModule } from '../../workflows/publication/publications.module.js';

/** Only the HTTP process imports this module; the worker publishes nothing. */
@Module({
  imports: [WorkflowsModule, RoutingModule, PublicationsModule],
  controllers: [PromotionsController],
  providers: [Promotions],
})
export class PromotionModule {}
