import { Module } from '@nestjs/common';
import { QuestionRoutingModule } from '../question-routing.module.js';
import { RoutingModule } from '../routing.module.js';
import { DefinitionChecker } from './definition-checker.service.js';
import { PromotionsController } from './promotions.controller.js';
import { Promotions } from './promotions.service.js';

/** Of the HTTP process and the operator's command: the worker promotes nothing. */
@Module({
  imports: [RoutingModule, QuestionRoutingModule],
  controllers: [PromotionsController],
  providers: [{ provide: DefinitionChecker, useFactory: () => new DefinitionChecker() }, Promotions],
  exports: [Promotions],
})
export class PromotionModule {}
