import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { pageMetaSchema, pageQueryShape } from '../common/pagination/page.js';
import { runKinds } from './kinds/index.js';
import type { RunRecord } from './run.kind.js';
import { RunStore } from './run.store.js';

const [first, ...others] = runKinds();
const querySchema = z.strictObject({
  ...pageQueryShape,
  kind: z
    .enum([first!.name, ...others.map(({ name }) => name)])
    .optional()
    .meta({ description: 'Only runs of this kind.' }),
  workflow_id: z.string().min(1).max(100).optional().meta({ description: 'Only runs of this workflow.' }),
  name: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .meta({ description: 'Only runs with this text in their name. Upper and lower case are equal.' }),
});
type ListRuns = z.infer<typeof querySchema>;

@Controller('v1/runs')
@InTag({ name: 'Runs', description: 'Runs of all kinds in one list.' })
export class RunsController {
  constructor(private readonly store: RunStore) {}

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List runs',
    description:
      'Returns the simulations, parameter sweeps, goals, sensitivity analyses, fits, surveys, bias reports and large simulations of the organization in this tier, newest first. `object` is the kind of each record, and the records are those of the list of that kind. Points of sweeps are left out.',
    data: z.array(z.union([first!.format.schema, ...others.map(({ format }) => format.schema)])),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(@CurrentCaller() caller: Caller, @Query({ schema: querySchema }) query: ListRuns): Promise<Reply<RunRecord[]>> {
    return this.store.pageOfAll(caller, query);
  }
}
