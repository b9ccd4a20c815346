import { Module } from '@nestjs/common';
import { ProcessTurns } from '../../platform/process/process-turns.service.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { PopulationCreation } from './population-creation.service.js';
import { PeopleProcess } from './people-process.service.js';
import { PopulationsController } from './populations.controller.js';
import { Populations } from './populations.service.js';

@Module({
  imports: [WorkflowsModule],
  controllers: [PopulationsController],
  providers: [
    Populations,
    PopulationCreation,
    {
      provide: PeopleProcess,
      inject: [ProcessTurns],
      useFactory: (turns: ProcessTurns) => new PeopleProcess(turns),
    },
  ],
  exports: [Populations],
})
export class PopulationsModule {}
