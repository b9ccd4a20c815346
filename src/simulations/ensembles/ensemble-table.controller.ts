import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import {
  documentedTable,
  tableFormatsText,
  tableQuerySchema,
  tableRowSchema,
  type TableQuery,
} from '../tables/table.schema.js';
import { EnsembleTables } from './ensemble-tables.service.js';
import { ensembleIdSchema } from './ensemble.schema.js';
import { ensemblesTag } from './ensembles.tag.js';

const rowSchema = tableRowSchema({
  outcome: 'train',
  kind: 'combination',
  share: 0.21,
  share_low: 0.14,
  share_high: 0.28,
});

@Controller('v1/ensembles/:ensemble_id/table')
@RequireScope('simulations:read')
@InTag(ensemblesTag)
export class EnsembleTableController {
  constructor(private readonly tables: EnsembleTables) {}

  @Get()
  @Documented({
    summary: 'Read the table of an ensemble',
    description: `Returns, for each outcome of a completed ensemble, one row for the combination and one for each workflow: \`share\` and \`difference\` with the ends of their 95% intervals (\`_low\`, \`_high\`) and the parts of their errors (\`share_…_error\`). Rows of the combination also have the spread between the workflows (\`share_between_models\`). Unknown values are null. ${tableFormatsText}`,
    parameters: { ensemble_id: ensembleIdSchema },
    data: rowSchema.array(),
    ...documentedTable,
    errors: ['ensemble_not_found', 'ensemble_not_complete', 'not_acceptable'],
  })
  read(
    @CurrentCaller() caller: Caller,
    @Param('ensemble_id') id: string,
    @Query({ schema: tableQuerySchema }) query: TableQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.tables.read(caller, id, query, accept);
  }
}
