import { Body, Controller, Param, Patch } from '@nestjs/common';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { updateSimulationSchema, type UpdateSimulation } from './annotations.schema.js';
import { kindNamed } from './kinds/index.js';
import { RunChanges } from './run.changes.js';
import { simulationIdSchema, simulationRecordSchema, toRecord, type SimulationRecord } from './simulation.record.js';
import { simulationsTag } from './simulations.tag.js';

@Controller('v1/simulations/:id')
@InTag(simulationsTag)
export class AnnotationsController {
  constructor(private readonly changes: RunChanges) {}

  @Patch()
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Update a simulation',
    description:
      'Changes the name, the notes and the metadata of a simulation, in any status. Omitted fields stay unchanged, and null removes a value. The results do not change.',
    parameters: { id: simulationIdSchema },
    data: simulationRecordSchema,
    errors: ['simulation_not_found'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: updateSimulationSchema }) body: UpdateSimulation,
  ): Promise<SimulationRecord> {
    return toRecord(await this.changes.update(caller, kindNamed('simulation'), id, body));
  }
}
