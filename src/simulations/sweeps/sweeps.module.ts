import { Module } from '@nestjs/common';
import { UsageModule } from '../../usage/usage.module.js';
import { SimulationsModule } from '../simulations.module.js';
import { SweepCancel } from './sweep-cancel.service.js';
import { SweepCreation } from './sweep-creation.service.js';
import { SweepTables } from './sweep-tables.service.js';
import { SweepsController } from './sweeps.controller.js';
import { Sweeps } from './sweeps.service.js';

/** Used by the HTTP process only. The worker runs points like all simulations. */
@Module({
  imports: [SimulationsModule, UsageModule],
  controllers: [SweepsController],
  providers: [SweepCancel, SweepCreation, SweepTables, Sweeps],
  exports: [SweepCreation],
})
export class SweepsModule {}
