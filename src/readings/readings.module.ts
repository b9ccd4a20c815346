import { Module } from '@nestjs/common';
import { SimulationsModule } from '../simulations/simulations.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { ComparisonsController } from './comparisons/comparisons.controller.js';
import { SimulationComparisons } from './comparisons/simulation-comparisons.service.js';
import { EffectsController } from './effects/effects.controller.js';
import { SimulationEffects } from './effects/simulation-effects.service.js';
import { ExportsController } from './exports/exports.controller.js';
import { Exports } from './exports/exports.service.js';
import { IndicatorsController } from './indicators/indicators.controller.js';
import { SimulationIndicators } from './indicators/simulation-indicators.service.js';
import { MeasuresController } from './measures/measures.controller.js';
import { SimulationMeasures } from './measures/simulation-measures.service.js';
import { ReadingThreads } from './reading-threads.service.js';
import { ReadingsController } from './readings.controller.js';
import { RunViewsController } from './run-views.controller.js';
import { SimulationViews } from './simulation-views.service.js';
import { SimulationSummary } from './summary/simulation-summary.service.js';
import { TradeOffsController, TradeOffs } from './trade-offs/trade-offs.service.js';

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
    TradeOffs,
    Exports,
  ],
  exports: [SimulationViews],
})
export class ReadingsModule {}
