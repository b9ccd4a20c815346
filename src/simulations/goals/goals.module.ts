import { Module } from '@nestjs/common';
import { SimulationsModule } from '../simulations.module.js';
import { StudiesModule } from '../studies/studies.module.js';
import { GoalEventsController } from './goal-events.controller.js';
import { GoalReport } from './goal-report.service.js';
import { GoalTableController } from './goal-table.controller.js';
import { GoalsController } from './goals.controller.js';
import { Goals } from './goals.service.js';

/** Used by the HTTP process only. The worker runs goals like simulations. */
@Module({
  imports: [SimulationsModule, StudiesModule],
  controllers: [GoalsController, GoalEventsController, GoalTableController],
  providers: [Goals, GoalReport],
  exports: [Goals],
})
export class GoalsModule {}
