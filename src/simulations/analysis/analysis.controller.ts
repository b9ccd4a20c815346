import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { sendReport } from '../report/send-report.js';
import { SimulationReport } from '../report/simulation-report.service.js';
import { simulationIdSchema } from '../simulation.record.js';
import { simulationsTag } from '../simulations.tag.js';
import {
  comparisonQuerySchema,
  comparisonSchema,
  reportQuerySchema,
  type ComparisonQuery,
  type ComparisonRecord,
  type ReportQuery,
} from './comparison.record.js';
import { groupedSummarySchema, type GroupedSummaryRecord } from './grouped-summary.record.js';
import { manifestSchema, type ManifestRecord } from './manifest.record.js';
import { SimulationComparison } from './simulation-comparison.service.js';
import { SimulationManifest } from './simulation-manifest.service.js';
import { SimulationSummary } from './simulation-summary.service.js';
import { summaryQuerySchema, type SummaryQuery } from './summary-query.schema.js';

const parameters = { id: simulationIdSchema };

/** Summaries, comparisons, manifests and reports of completed simulations. */
@Controller('v1/simulations/:id')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class AnalysisController {
  constructor(
    private readonly summaries: SimulationSummary,
    private readonly comparisons: SimulationComparison,
    private readonly manifests: SimulationManifest,
    private readonly reports: SimulationReport,
  ) {}

  @Get('summary')
  @Documented({
    summary: 'Read a summary',
    description:
      'Returns shares and means with their 95% intervals, the four parts of their errors, and their differences from the baseline: for all agents, for the agents that match `where`, or for groups of one or two attributes (`group_by`). At most 1,000 groups. Works until the results expire.',
    parameters,
    data: groupedSummarySchema,
    errors: ['simulation_not_found', 'simulation_not_complete', 'results_expired'],
  })
  readSummary(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: summaryQuerySchema }) query: SummaryQuery,
  ): Promise<GroupedSummaryRecord> {
    return this.summaries.read(caller, id, query);
  }

  @Get('compare')
  @Documented({
    summary: 'Compare two simulations',
    description:
      'Compares two completed simulations agent by agent. Both need the same workflow version and engine version. The comparison uses the same agents with common random numbers, so differences result only from the parameters. If `with` has another seed, its scenario is evaluated on the agents of this simulation. Figures, differences and intervals have the four parts of the error. If only the agent counts differ, the agents in both simulations are compared; if agents interact, the scenario of `with` is evaluated on those of this simulation. With `where`, only the agents in these groups are compared, without curves; the groups refer to this simulation.',
    parameters,
    data: comparisonSchema,
    errors: ['simulation_not_found', 'simulation_not_complete', 'results_expired', 'simulations_not_comparable'],
  })
  compare(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: comparisonQuerySchema }) query: ComparisonQuery,
  ): Promise<ComparisonRecord> {
    return this.comparisons.compare(caller, id, query);
  }

  @Get('manifest')
  @Documented({
    summary: 'Read a manifest',
    description:
      'Returns everything needed to reproduce a completed simulation: definition, scenario, seed, agent count, engine version and the digest of the results. `npm run --silent cli -- simulation reproduce manifest.json` computes the results again and compares the digest.',
    parameters,
    data: manifestSchema,
    withoutExample: true,
    errors: ['simulation_not_found', 'simulation_not_complete'],
  })
  readManifest(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ManifestRecord> {
    return this.manifests.read(caller, id);
  }

  @Get('report')
  @Documented({
    summary: 'Read a report',
    description:
      'Returns an HTML report of a completed simulation: the headline outcome and its held-out error first, then adjustments of the workflow, results, differences between groups, the groups that react most, two transcripts, the four parts of the error, held-out evidence and limits. With `with`, the report compares two simulations, under the same conditions as `compare`. With `where`, it contains only the agents in these groups. The page is self-contained, printable and has no scripts.',
    parameters,
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
    errors: ['simulation_not_found', 'simulation_not_complete', 'results_expired', 'simulations_not_comparable'],
  })
  async readReport(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: reportQuerySchema }) query: ReportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const page = await this.reports.render(caller, id, query);
    return sendReport(response, page);
  }
}
