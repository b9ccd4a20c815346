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
import { goalTable } from './goal-table.js';
import { goalIdSchema } from './goal.record.js';
import { goalsTag } from './goals.tag.js';

const rowSchema = tableRowSchema({
  kind: 'curve',
  'parameter.swissmetro_cost_factor': 0.5,
  value: 36.1,
  value_low: 33.4,
  value_high: 38.8,
});

@Controller('v1/goals/:goal_id/table')
@RequireScope('simulations:read')
@InTag(goalsTag)
export class GoalTableController {
  constructor(private readonly tables: StudyTables) {}

  @Get()
  @Documented({
    summary: 'Read the table of a goal',
    description: `Returns the figures of a completed goal, one per row. \`kind\` is \`argument\` (a parameter of the result), \`objective\`, \`gain\`, \`constraint\` or \`curve\` (a point of the curve or heat map). Each row has the values of the parameters (\`parameter.…\`), the figure with the ends of its 95% interval (\`value_low\`, \`value_high\`) and the parts of its error (\`value_…_error\`). Unknown values are null. ${tableFormatsText}`,
    parameters: { goal_id: goalIdSchema },
    data: rowSchema.array(),
    ...documentedTable,
    errors: ['goal_not_found', 'goal_not_complete', 'not_acceptable'],
  })
  read(
    @CurrentCaller() caller: Caller,
    @Param('goal_id') id: string,
    @Query({ schema: tableQuerySchema }) query: TableQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.tables.read(caller, goalTable, id, { query, accept });
  }
}
