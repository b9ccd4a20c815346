import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { PopulationCreation } from './population-creation.service.js';
import { PopulationThreads } from './population-threads.service.js';
import { PopulationsController } from './populations.controller.js';
import { Populations } from './populations.service.js';

@Module({
  imports: [WorkflowsModule],
  controllers: [PopulationsController],
  providers: [Populations, PopulationCreation, PopulationThreads],
  exports: [Populations],
})
export class PopulationsModule {}
