import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { PopulationCreation } from './population-creation.service.js';
import { PeopleProcess } from './people-process.service.js';
import { PopulationsController } from './populations.controller.js';
import { Populations } from './populations.service.js';

@Module({
  imports: [WorkflowsModule],
  controllers: [PopulationsController],
  providers: [Populations, PopulationCreation, { provide: PeopleProcess, useFactory: () => new PeopleProcess() }],
  exports: [Populations],
})
export class PopulationsModule {}
