import { Controller, Get, Param, Query, Res, Headers } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import type { ErrorCode } from '../common/errors/error-codes.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Html } from '../common/http/reply.js';
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
  comparisonQuerySchema,
  comparisonsSchema,
  maxCompared,
  type ComparisonQuery,
} from './comparisons/comparison.record.js';
import {
  groupedSummarySchema,
  type GroupedSummaryRecord,
  summaryQuerySchema,
  type SummaryQuery,
  SimulationSummary,
} from './summary/simulation-summary.service.js';
import type { StreamReply } from '../common/http/stream-reply.js';
import { documentedTable, tableFormatsText } from '../simulations/tables/table-replies.service.js';
import { effectsQuerySchema, effectsSchema, type EffectsQuery } from './effects/effects.record.js';
import { SimulationEffects } from './effects/simulation-effects.service.js';
import { SimulationComparisons } from './comparisons/simulation-comparisons.service.js';
import {
  measuresQuerySchema,
  measuresSchema,
  type MeasuresQuery,
  type MeasuresRecord,
} from './measures/measures.record.js';
import { SimulationMeasures } from './measures/simulation-measures.service.js';
import {
  elasticitiesSchema,
  welfareSchema,
  elasticitiesQuerySchema,
  welfareQuerySchema,
  type ElasticitiesQuery,
  type WelfareQuery,
} from './indicators/indicators.record.js';
import { SimulationIndicators } from './indicators/simulation-indicators.service.js';

const parameters = { id: simulationIdSchema };
/** The errors of all routes that read the agents. */
const agentErrors = [
  ...(['simulation_not_found', 'simulation_not_complete', 'results_expired', 'processor_limit_reached'] as const),
];

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
    errors: agentErrors,
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
    errors: [...agentErrors, 'simulations_not_comparable'],
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
    errors: [...agentErrors, 'simulations_not_comparable'],
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

@Controller('v1/simulations/:id/effects')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class EffectsController {
  constructor(private readonly effects: SimulationEffects) {}

  @Get()
  @Documented({
    summary: 'Read effects by group',
    description: `Returns the effect of the scenario, compared with the baseline, on each outcome and measure in the groups of each attribute, largest first. Simultaneous intervals contain the true effects of all groups together with a probability of 95%. \`sources\` shows whether the data estimated differences between groups or the form of the model implies them. With \`where\`, only agents in these groups are analyzed. Works until the results expire. ${tableFormatsText} Tables have one row for all agents and one for each group. The excluded groups are in JSON only.`,
    parameters: { id: simulationIdSchema },
    data: effectsSchema,
    ...documentedTable,
    errors: [...agentErrors, 'not_acceptable'],
  })
  read(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: effectsQuerySchema }) query: EffectsQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.effects.read(caller, id, query, accept);
  }
}

@Controller('v1/comparisons')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class ComparisonsController {
  constructor(private readonly comparisons: SimulationComparisons) {}

  @Get()
  @Documented({
    summary: 'Compare simulations',
    description: `Compares 2 to ${maxCompared} completed simulations agent by agent: each one with the first one, the reference. All need the same workflow version, adjustments and engine version. A comparison uses the same agents with common random numbers, so differences result only from the parameters. If the reference has another seed than a simulation, its scenario is evaluated on the agents of that simulation. Figures, differences and intervals have the four parts of the error. If only the agent counts differ, the agents in both simulations are compared; if agents interact, the scenario of the reference is evaluated on the agents of the other simulation. With \`where\`, only the agents in these groups are compared, without curves. ${tableFormatsText} Tables have one row for each outcome, outcome group and measure of each simulation.`,
    data: comparisonsSchema,
    ...documentedTable,
    errors: [...agentErrors, 'simulations_not_comparable', 'not_acceptable'],
  })
  compare(
    @CurrentCaller() caller: Caller,
    @Query({ schema: comparisonQuerySchema }) query: ComparisonQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.comparisons.read(caller, query, accept);
  }
}

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

const documented = {
  parameters,
  ...documentedTable,
  errors: [...agentErrors, 'analysis_not_available', 'not_acceptable'] satisfies ErrorCode[],
};

@Controller('v1/simulations/:id')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class IndicatorsController {
  constructor(private readonly indicators: SimulationIndicators) {}

  @Get('elasticities')
  @Documented({
    summary: 'Read elasticities',
    description: `Returns own and cross elasticities of every outcome, outcome group and measure with respect to every numeric parameter: at the values of the scenario (\`point\`) and between two values (\`arc\`), with 95% intervals and the parts of their errors. At a value of 0, semi-elasticities take their place. \`group_by\` returns them by segment. Not available if agents interact. ${tableFormatsText}`,
    ...documented,
    data: elasticitiesSchema,
  })
  readElasticities(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: elasticitiesQuerySchema }) query: ElasticitiesQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.indicators.readElasticities(caller, id, query, accept);
  }

  @Get('welfare')
  @Documented({
    summary: 'Read the welfare change',
    description: `Returns the change of the consumer surplus from the baseline to the scenario, by agent, in total, and by segment, with 95% intervals and the parts of their errors. It is an amount of money if the model has a cost, otherwise in units of utility. Only for workflows whose agents choose among alternatives. ${tableFormatsText}`,
    ...documented,
    data: welfareSchema,
  })
  readWelfare(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: welfareQuerySchema }) query: WelfareQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.indicators.readWelfare(caller, id, query, accept);
  }
}
