import { Module } from '@nestjs/common';
import { SimulationsModule } from '../simulations.module.js';
import { StudiesModule } from '../studies/studies.module.js';
import { SensitivityEventsController } from './sensitivity-events.controller.js';
import { SensitivityReport } from './sensitivity-report.service.js';
import { SensitivityTableController } from './sensitivity-table.controller.js';
import { SensitivitiesController } from './sensitivities.controller.js';
import { Sensitivities } from './sensitivities.service.js';

/** Used by the HTTP process only. The worker runs sensitivity analyses like simulations. */
@Module({
  imports: [SimulationsModule, StudiesModule],
  controllers: [SensitivitiesController, SensitivityEventsController, SensitivityTableController],
  providers: [Sensitivities, SensitivityReport],
})
export class SensitivitiesModule {}
