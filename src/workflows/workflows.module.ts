import { Module } from '@nestjs/common';
import { BuiltInPublisher } from './built-in-publisher.service.js';
import { CaseStudiesController } from './case-studies.controller.js';
import { CaseStudies } from './case-studies.service.js';
import { TradeOffsController } from './trade-offs.controller.js';
import { TradeOffs } from './trade-offs.service.js';
import { WorkflowCatalog } from './workflow-catalog.service.js';

@Module({
  controllers: [CaseStudiesController, TradeOffsController],
  providers: [WorkflowCatalog, BuiltInPublisher, CaseStudies, TradeOffs],
  exports: [WorkflowCatalog],
})
export class WorkflowsModule {}
