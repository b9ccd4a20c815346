import { Controller, Get, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';
import { measuresQuerySchema, measuresSchema, type MeasuresQuery, type MeasuresRecord } from './measures.record.js';
import { SimulationMeasures } from './simulation-measures.service.js';

@Controller('v1/measures')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class MeasuresController {
  constructor(private readonly measures: SimulationMeasures) {}

  @Get()
  @Documented({
    summary: 'Compute a measure',
    description:
      'Computes the mean of a value of the outcomes, such as revenue or cost, over the agents of completed simulations or of the points of a sweep. Its 95% interval contains the correlation of the shares. If all agents have the same values, the model error is the greatest one that the errors of the shares permit; otherwise it is unknown, and so is the error of a synthetic population whose shares differ from the observed ones. If agents interact, there is an interval only if the measure depends on one share.',
    data: measuresSchema,
    errors: [
      'processor_limit_reached',
      ...(['simulation_not_found', 'simulation_not_complete'] as const),
      ...(['run_not_found', 'run_not_complete', 'simulations_not_comparable'] as const),
    ],
  })
  read(
    @CurrentCaller() caller: Caller,
    @Query({ schema: measuresQuerySchema }) query: MeasuresQuery,
  ): Promise<MeasuresRecord> {
    return this.measures.read(caller, query);
  }
}
