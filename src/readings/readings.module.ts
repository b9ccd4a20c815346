import { Module } from '@nestjs/common';
import { SimulationsModule } from '../simulations/simulations.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import {
  ComparisonsController,
  EffectsController,
  ReadingsController,
  MeasuresController,
  IndicatorsController,
} from './readings.controller.js';
import { SimulationComparisons } from './comparisons/simulation-comparisons.service.js';
import { SimulationEffects } from './effects/simulation-effects.service.js';
import { ExportsController, Exports } from './exports/exports.service.js';
import { SimulationIndicators } from './indicators/simulation-indicators.service.js';
import { SimulationMeasures } from './measures/simulation-measures.service.js';
import { ReadingThreads } from './reading-threads.service.js';
import { RunViewsController } from './run-views.controller.js';
import { SimulationViews } from './simulation-views.service.js';
import { SimulationSummary } from './summary/simulation-summary.service.js';
import { TradeOffsController } from './trade-offs/trade-offs.service.js';

/** Used by the HTTP process only: what is computed from finished simulations and from definitions. */
@Module({
  imports: [SimulationsModule, WorkflowsModule],
  controllers: [
    ReadingsController,
    RunViewsController,
    EffectsController,
    IndicatorsController,
    ComparisonsController,
    MeasuresController,
    TradeOffsController,
    ExportsController,
  ],
  providers: [
    ReadingThreads,
    SimulationSummary,
    SimulationComparisons,
    SimulationMeasures,
    SimulationEffects,
    SimulationIndicators,
    SimulationViews,
    Exports,
  ],
  exports: [SimulationViews],
})
export class ReadingsModule {}
