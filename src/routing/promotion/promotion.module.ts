import { Module } from '@nestjs/common';
import { QuestionRoutingModule } from '../question-routing.module.js';
import { RoutingModule } from '../routing.module.js';
import { PromotionsController } from './promotions.controller.js';
import { Promotions } from './promotions.service.js';
import { PublicationsModule } from './publications.module.js';

/** Of the HTTP process alone: the worker promotes nothing. */
@Module({
  imports: [RoutingModule, QuestionRoutingModule, PublicationsModule],
  controllers: [PromotionsController],
  providers: [Promotions],
})
export class PromotionModule {}
