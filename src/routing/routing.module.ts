import { Module } from '@nestjs/common';
import { CaseStudiesController } from './case-studies.controller.js';
import { CaseStudies } from './case-studies.service.js';
import { WorkflowCatalog } from './workflow-catalog.service.js';

@Module({
  controllers: [CaseStudiesController],
  providers: [WorkflowCatalog, CaseStudies],
  exports: [WorkflowCatalog],
})
export class RoutingModule {}
