import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { StudyTables } from '../studies/study-tables.service.js';
import {
  documentedTable,
  tableFormatsText,
  tableQuerySchema,
  tableRowSchema,
  type TableQuery,
} from '../tables/table.schema.js';
import { sensitivityTable } from './sensitivity-table.js';
import { sensitivityIdSchema } from './sensitivity.record.js';
import { sensitivitiesTag } from './sensitivities.tag.js';

const rowSchema = tableRowSchema({
  figure: 'train',
  factor: 'train_cost_factor',
  total: 0.62,
  total_low: 0.51,
  total_high: 0.73,
  total_standard_error: 0.06,
});

@Controller('v1/sensitivities/:sensitivity_id/table')
@RequireScope('simulations:read')
@InTag(sensitivitiesTag)
export class SensitivityTableController {
  constructor(private readonly tables: StudyTables) {}

  @Get()
  @Documented({
    summary: 'Read the table of a sensitivity analysis',
    description: `Returns one row for each factor of each figure of a completed sensitivity analysis: total and first-order index and \`mu_star\` with the ends of their 95% intervals (\`_low\`, \`_high\`), the standard errors of the indices, and the tornado chart (\`lowest_…\`, \`highest_…\`). \`base\`, \`mean\`, \`standard_deviation\` and \`interactions\` apply to the figure and are equal in its rows. \`missing_parts\` names the parts of the error that no interval contains. Unknown values are null. ${tableFormatsText}`,
    parameters: { sensitivity_id: sensitivityIdSchema },
    data: rowSchema.array(),
    ...documentedTable,
    errors: ['sensitivity_not_found', 'sensitivity_not_complete', 'not_acceptable'],
  })
  read(
    @CurrentCaller() caller: Caller,
    @Param('sensitivity_id') id: string,
    @Query({ schema: tableQuerySchema }) query: TableQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.tables.read(caller, sensitivityTable, id, { query, accept });
  }
}
