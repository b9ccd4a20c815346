import { Module } from '@nestjs/common';
import { ReadingsModule } from '../readings/readings.module.js';
import { SimulationsModule } from '../simulations/simulations.module.js';
import { SharedRunsController } from './shared-runs.controller.js';
import { SharedRuns } from './shared-runs.service.js';
import { ShareLinksController } from './share-links.controller.js';
import { ShareLinks } from './share-links.service.js';

/** Used by the HTTP process only. */
@Module({
  imports: [SimulationsModule, ReadingsModule],
  controllers: [ShareLinksController, SharedRunsController],
  providers: [ShareLinks, SharedRuns],
})
export class ShareLinksModule {}
