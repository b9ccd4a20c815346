import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { type Html } from '../common/http/reply.js';
import { sendReport } from '../simulations/report/send-report.js';
import { viewSchema, viewText, type View } from '../simulations/view/view.schema.js';
import { SimulationViews } from './simulation-views.service.js';
import { simulationIdSchema } from '../simulations/simulation.record.js';
import { simulationsTag } from '../simulations/simulations.tag.js';
import {
  reportQuerySchema,
  viewQuerySchema,
  type ReportQuery,
  type ViewQuery,
} from './comparisons/comparison.record.js';
import {
  groupedSummarySchema,
  type GroupedSummaryRecord,
  summaryQuerySchema,
  type SummaryQuery,
} from './summary/grouped-summary.record.js';
import { SimulationSummary } from './summary/simulation-summary.service.js';

const parameters = { id: simulationIdSchema };

/** Summaries, views and reports of completed simulations. */
@Controller('v1/simulations/:id')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class ReadingsController {
  constructor(
    private readonly summaries: SimulationSummary,
    private readonly views: SimulationViews,
  ) {}

  @Get('summary')
  @Documented({
    summary: 'Read a summary',
    description:
      'Returns shares and means with their 95% intervals, the four parts of their errors, and their differences from the baseline: for all agents, for the agents that match `where`, or for groups of one or two attributes (`group_by`). At most 1,000 groups. Works until the results expire.',
    parameters,
    data: groupedSummarySchema,
    errors: ['simulation_not_found', 'simulation_not_complete', 'results_expired', 'processor_limit_reached'],
  })
  readSummary(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: summaryQuerySchema }) query: SummaryQuery,
  ): Promise<GroupedSummaryRecord> {
    return this.summaries.read(caller, id, query);
  }

  @Get('view')
  @Documented({
    summary: 'Read a view',
    description: `${viewText('simulation')} With \`with\`, it compares two simulations, under the same conditions as \`GET /v1/comparisons\`. With \`where\`, it contains only the agents in these groups.`,
    parameters,
    data: viewSchema,
    errors: [
      'simulation_not_found',
      'simulation_not_complete',
      'results_expired',
      'simulations_not_comparable',
      'processor_limit_reached',
    ],
  })
  readView(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: viewQuerySchema }) query: ViewQuery,
  ): Promise<View> {
    return this.views.view(caller, id, query);
  }

  @Get('report')
  @Documented({
    summary: 'Read a report',
    description:
      'Returns the view of a completed simulation as an HTML page: the answer with its interval, its chart, how far to trust it and its limits on the first page, then values, groups, elasticities, gains and losses, two transcripts, the parts of the error and the held-out evidence. `with` and `where` work as in `GET /v1/simulations/{id}/view`. The page is self-contained, printable and has no scripts.',
    parameters,
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
    errors: [
      'simulation_not_found',
      'simulation_not_complete',
      'results_expired',
      'simulations_not_comparable',
      'processor_limit_reached',
    ],
  })
  async readReport(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: reportQuerySchema }) query: ReportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Html> {
    const page = await this.views.report(caller, id, query);
    return sendReport(response, page);
  }
}
