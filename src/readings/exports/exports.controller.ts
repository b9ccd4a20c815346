import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { sendBody } from '../../common/http/content-encoding.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';
import {
  documentedTable,
  tableFormatsText,
  tableQuerySchema,
  tableRowSchema,
  type TableQuery,
} from '../../simulations/tables/table-replies.service.js';
import { Exports } from './exports.service.js';

const parameters = { id: simulationIdSchema };
const notebookType = 'application/x-ipynb+json';

@Controller('v1/simulations/:id')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class ExportsController {
  constructor(private readonly exports: Exports) {}

  @Get('codebook')
  @Documented({
    summary: 'Read the codebook of the agents',
    description: `Returns what each column of the agents of a completed simulation contains: its label, unit and description, and one row for each value of a column of categories. ${tableFormatsText} Parquet files of all agents have the same in their metadata, under \`simulation_service.codebook\`.`,
    parameters,
    data: tableRowSchema({ column: 'attribute.sex', label: 'Sex', value: 'female', value_label: 'Female' }).array(),
    ...documentedTable,
    errors: [
      'simulation_not_found',
      'simulation_not_complete',
      'results_expired',
      'not_acceptable',
      'processor_limit_reached',
    ],
  })
  readCodebook(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: tableQuerySchema }) query: TableQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.exports.codebook(caller, id, { query, accept });
  }

  @Get('notebook')
  @Documented({
    summary: 'Read a notebook',
    description:
      'Returns a Jupyter notebook (nbformat 4.5) for a completed simulation. With the client for Python, it reads the figures and the agents, plots the shares with their intervals, creates the same run again and compares the digests. It contains no key: `SVC_URL` and `SVC_API_KEY` come from the environment.',
    parameters,
    content: {
      [notebookType]: z.looseObject({
        nbformat: z.literal(4),
        nbformat_minor: z.literal(5),
        cells: z.array(z.looseObject({})),
      }),
    },
    withoutExample: true,
    headers: ['Content-Disposition'],
    errors: ['simulation_not_found', 'simulation_not_complete'],
  })
  async readNotebook(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const notebook = await this.exports.notebook(caller, id);
    response.setHeader('Content-Disposition', `attachment; filename="${id}.ipynb"`);
    sendBody(response, { type: notebookType, text: JSON.stringify(notebook, undefined, 1) });
  }
}
