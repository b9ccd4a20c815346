import { Module } from '@nestjs/common';
import { UsageModule } from '../../usage/usage.module.js';
import { SimulationsModule } from '../simulations.module.js';
import { EnsembleChanges } from './ensemble-changes.service.js';
import { EnsembleCreation } from './ensemble-creation.service.js';
import { EnsembleReport } from './ensemble-report.service.js';
import { EnsembleTableController } from './ensemble-table.controller.js';
import { EnsembleTables } from './ensemble-tables.service.js';
import { EnsemblesController } from './ensembles.controller.js';
import { Ensembles } from './ensembles.service.js';
import { StackingThreads } from './stacking-threads.service.js';

/** Used by the HTTP process only. The worker runs simulations of ensembles like all others. */
@Module({
  imports: [SimulationsModule, UsageModule],
  controllers: [EnsemblesController, EnsembleTableController],
  providers: [EnsembleChanges, EnsembleCreation, EnsembleReport, EnsembleTables, Ensembles, StackingThreads],
})
export class EnsemblesModule {}
