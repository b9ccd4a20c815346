import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { strictObject, z } from 'zod';
import { AppError } from '../common/errors/app-error.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Html } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { savedAs, sendReport } from '../simulations/report/send-report.js';
import { byKind, runAddress } from '../simulations/run.addresses.js';
import { RunDocuments } from '../simulations/run-documents.service.js';
import { runIdSchemaOf } from '../simulations/run.record.js';
import { RunStore } from '../simulations/run-store.service.js';
import { viewSchema, viewText, type View } from '../simulations/view/view.schema.js';
import { SimulationViews } from './simulation-views.service.js';

const { codes, kinds, kindOf, noun, path, tag } = runAddress;
const errors = [codes.notFound, codes.notComplete];
const parameters = { id: runIdSchemaOf(kinds, noun) };

const runReportQuerySchema = strictObject({
  interactive: z.enum(['true', 'false']).optional().meta({
    description:
      '`true`: one file with the engine and the definition, whose reader changes parameters in a browser, also without a connection. Default: `false`.',
  }),
});

type RunReportQuery = z.infer<typeof runReportQuerySchema>;

@Controller(`v1/${path}/:id`)
@RequireScope('simulations:read')
@InTag(tag)
export class RunViewsController {
  constructor(
    private readonly runs: RunStore,
    private readonly documents: RunDocuments,
    private readonly simulations: SimulationViews,
  ) {}

  @Get('view')
  @Documented({
    summary: 'Read the view of a run',
    description: `${viewText(noun)} \`GET /v1/simulations/{id}/view\` has more views of a simulation.`,
    parameters,
    data: viewSchema,
    errors,
  })
  async readView(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<View> {
    const kind = kindOf(id);
    if (kind.view) return this.documents.view(caller, kind, id);
    await this.runs.findCompleted(caller, kind, id);
    return this.simulations.view(caller, id, {});
  }

  @Get('report')
  @Documented({
    summary: 'Read the report of a run',
    description: `Returns the view of a completed run as an HTML page. It is self-contained, printable and has no scripts.\n\n\`interactive=true\` returns the report of a simulation as a file of at most 900 KB, for third parties: without single agents, and with a panel that moves the result while the reader changes parameters. Its scripts run from the saved file only, and load nothing. The file contains the model (coefficients and distributions), and never rows of a table.${byKind(({ texts }) => texts.report)}`,
    parameters,
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
    errors: [...errors, 'processor_limit_reached', 'no_simulator', 'synthetic_population_required'],
  })
  async readReport(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: runReportQuerySchema }) { interactive }: RunReportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Html> {
    const kind = kindOf(id);
    if (interactive === 'true') {
      await this.runs.findCompleted(caller, kind, id);
      if (kind.view) throw new AppError('no_simulator');
      return sendReport(response, await this.simulations.sharedReport(caller, id, {}), savedAs(id));
    }
    if (kind.view) return sendReport(response, await this.documents.report(caller, kind, id));
    await this.runs.findCompleted(caller, kind, id);
    return sendReport(response, await this.simulations.report(caller, id, {}));
  }
}
