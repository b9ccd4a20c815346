import { Body, Controller, Delete, HttpCode, Param, Patch } from '@nestjs/common';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { updateSimulationSchema, type UpdateSimulation } from './annotations.schema.js';
import { SimulationChanges } from './simulation-changes.service.js';
import {
  deletedSimulationSchema,
  simulationIdSchema,
  simulationRecordSchema,
  type SimulationRecord,
} from './simulation.record.js';
import { simulationsTag } from './simulations.tag.js';

const parameters = { id: simulationIdSchema };

@Controller('v1/simulations')
@RequireScope('simulations:write')
@InTag(simulationsTag)
export class SimulationChangesController {
  constructor(private readonly changes: SimulationChanges) {}

  @Patch(':id')
  @Documented({
    summary: 'Update a simulation',
    description:
      'Changes the name, the notes and the metadata of a simulation, in any status. Omitted fields stay unchanged, and null removes a value. The results do not change.',
    parameters,
    data: simulationRecordSchema,
    errors: ['simulation_not_found'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: updateSimulationSchema }) body: UpdateSimulation,
  ): Promise<SimulationRecord> {
    return this.changes.update(caller, id, body);
  }

  @Delete(':id')
  @HttpCode(200)
  @Documented({
    summary: 'Delete a simulation',
    description:
      'Hides a finished simulation: reads return 404 from then on, and lists leave it out. Its quota is not refunded, its webhook deliveries continue, and a parameter sweep keeps the values of its point. The stored results are deleted at the end of their retention period.',
    parameters,
    data: deletedSimulationSchema,
    errors: ['simulation_not_found', 'simulation_not_finished'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<{ id: string; deleted: true }> {
    return this.changes.remove(caller, id);
  }
}
