import { Module } from '@nestjs/common';
import { BuiltInPublisher } from './built-in-publisher.service.js';
import { CaseStudiesController } from './case-studies.controller.js';
import { CaseStudies } from './case-studies.service.js';
import { WorkflowCatalog } from './workflow-catalog.service.js';

@Module({
  controllers: [CaseStudiesController],
  providers: [WorkflowCatalog, BuiltInPublisher, CaseStudies],
  exports: [WorkflowCatalog, CaseStudies],
})
export class WorkflowsModule {}
