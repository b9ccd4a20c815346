import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InSection } from '../../common/http/documented.decorators.js';
import { reportHeaders } from '../report/report-headers.js';
import { SimulationReport } from '../report/simulation-report.service.js';
import { simulationIdSchema } from '../simulation.record.js';
import { simulationsSection } from '../simulations.section.js';
import {
  comparisonQuerySchema,
  comparisonSchema,
  type ComparisonQuery,
  type ComparisonRecord,
} from './comparison.record.js';
import { groupedSummarySchema, type GroupedSummaryRecord } from './grouped-summary.record.js';
import { manifestSchema, type ManifestRecord } from './manifest.record.js';
import { SimulationComparison } from './simulation-comparison.service.js';
import { SimulationManifest } from './simulation-manifest.service.js';
import { SimulationSummary } from './simulation-summary.service.js';
import { summaryQuerySchema, type SummaryQuery } from './summary-query.schema.js';

const parameters = { id: simulationIdSchema };

/** What is made of the results of completed simulations. */
@Controller('v1/simulations/:id')
@RequireScope('simulations:read')
@InSection(simulationsSection)
export class AnalysisController {
  constructor(
    private readonly summaries: SimulationSummary,
    private readonly comparisons: SimulationComparison,
    private readonly manifests: SimulationManifest,
    private readonly reports: SimulationReport,
  ) {}

  @Get('summary')
  @Documented({
    summary: 'Read the summary, whole or by groups',
    description:
      'Shares and means with their intervals and their paired difference to the baseline, counted by one or two attributes.',
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
    summary: 'Compare two simulations, agent by agent',
    description:
      'Of one workflow and one seed: the same agents with the same luck, so that the difference of two scenarios is free of noise. Of different size the agents that both have are compared, unless agents meet each other.',
    parameters,
    data: comparisonSchema,
    errors: ['simulation_not_found', 'simulation_not_complete', 'results_expired', 'simulations_not_comparable'],
  })
  compare(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: comparisonQuerySchema }) query: ComparisonQuery,
  ): Promise<ComparisonRecord> {
    return this.comparisons.compare(caller, id, query.with);
  }

  @Get('manifest')
  @Documented({
    summary: 'Read what a simulation can be reproduced from',
    description:
      'The whole definition, scenario, seed and the digest of the results: `npm run --silent cli -- simulation reproduce manifest.json` computes them again anywhere, and checks the digest.',
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
    summary: 'Read the report, as a page',
    description:
      'For people: the answer with plots and tables, who answers differently, how sure it is, the evidence and its limits. One page without scripts, complete in itself, that prints well.',
    parameters,
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
    errors: ['simulation_not_found', 'simulation_not_complete'],
  })
  async readReport(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const page = await this.reports.render(caller, id);
    response.set(reportHeaders);
    return new StreamableFile(Buffer.from(page), { type: 'text/html; charset=utf-8' });
  }
}
