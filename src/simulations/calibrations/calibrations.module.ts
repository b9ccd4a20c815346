import { Module } from '@nestjs/common';
import { SimulationsModule } from '../simulations.module.js';
import { CalibrationsController } from './calibrations.controller.js';
import { CalibrationCreation } from './calibration-creation.service.js';
import { Calibrations } from './calibrations.service.js';

/** Used by the HTTP process only. */
@Module({
  imports: [SimulationsModule],
  controllers: [CalibrationsController],
  providers: [CalibrationCreation, Calibrations],
})
export class CalibrationsModule {}
