import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response, Request } from 'express';
import { z } from 'zod';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { Html, Reply, inline, markup } from '../common/http/reply.js';
import { Public } from '../common/identity/identity.decorators.js';
import { LimitPerAddress } from '../platform/rate-limit/rate-limit.decorators.js';
import { sendReport, simulatorHeaders } from '../simulations/report/send-report.js';
import { simulatorSchema, type Simulator } from '../simulations/report/simulator.js';
import { shareLinksTag } from './share-link.record.js';
import { sharedRunSchema, SharedRuns, type SharedRun } from './shared-runs.service.js';
import type { AppError } from '../common/errors/app-error.js';
import { sendBody } from '../common/http/content-encoding.js';
import { reportStyle } from '../../view/style.js';

/** No cache stores a shared run, because its link can be revoked, and no search engine lists it. */
const sharedHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

const isReport = (path: string) => /^\/v1\/shared\/[^/]+\/report$/.test(path);

/** Sends an error of a shared report as a page if the client prefers HTML, as browsers do. Returns false if it should be JSON. */
export function sendSharedReportError(error: AppError, request: Request, response: Response): boolean {
  if (!isReport(request.path)) return false;
  response.vary('Accept');
  if (request.accepts(['application/json', 'text/html']) !== 'text/html') return false;
  const { text } = sendReport(response, errorPage(error, request.id).text, sharedHeaders);
  void sendBody(response, { type: 'text/html; charset=utf-8', text });
  return true;
}

function errorPage({ code, message }: AppError, requestId: string): Html {
  const isUnknown = code === 'share_link_not_found';
  const title = isUnknown ? 'This link does not work' : 'The report is unavailable';
  const cause = isUnknown
    ? 'The link is unknown, expired or revoked, or its run was deleted. Request a new link from the sender.'
    : message;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${new Html(reportStyle)}</style>
      </head>
      <body class="view">
        <main>
          <h1>${title}</h1>
          <p>${inline(cause)}</p>
          <p class="view-note">Simulation Service · request ${requestId}</p>
        </main>
      </body>
    </html>`;
}

const parameters = {
  token: z.string().meta({
    description: 'Token of a share link.',
    examples: ['shr_test_mB1NQ4yTqSIdVVbLwbPSL1I7SUiKRkHIw0z-6Rnw_E4'],
  }),
};

/** The token in the path is the credential. */
@Controller('v1/shared/:token')
@Public()
@LimitPerAddress({ name: 'shared', perMinute: 60 })
@InTag(shareLinksTag)
export class SharedRunsController {
  constructor(private readonly runs: SharedRuns) {}

  @Get()
  @Documented({
    summary: 'Read a shared run',
    description:
      'Returns the record of the run with its result, without notes, metadata, webhook URL and agents. A fit has no dataset id and no comments of its spec. In its definition, distributions have no values of single respondents, and ranges are rounded outward. Limit: 60 requests per minute and address.',
    parameters,
    data: sharedRunSchema,
    headers: ['Cache-Control'],
    errors: ['share_link_not_found'],
  })
  async get(@Param('token') token: string): Promise<Reply<SharedRun>> {
    return new Reply(await this.runs.record(token), { headers: sharedHeaders });
  }

  @Get('report')
  @Documented({
    summary: 'Read the report of a shared run',
    description:
      'Returns the HTML report of the run, without single agents and without links to files. The page is self-contained and printable. It has no scripts, unless the link is a simulator: then the visitor changes the allowed parameters in the browser, which gets the model for that, and pages of the origins of the link can embed it. For clients that prefer `text/html`, as browsers do, errors are pages too. Limit: 60 requests per minute and address.',
    parameters,
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
    errors: ['share_link_not_found'],
  })
  async readReport(@Param('token') token: string, @Res({ passthrough: true }) response: Response): Promise<Html> {
    const { page, simulator } = await this.runs.report(token);
    const headers = simulator ? { ...sharedHeaders, ...simulatorHeaders(simulator.origins) } : sharedHeaders;
    return sendReport(response, page, headers);
  }

  @Get('simulator')
  @Documented({
    summary: 'Read a shared simulator',
    description:
      'Returns the data with which a browser simulates: the allowed parameters, and the definition with coefficients and distributions, but never rows of a table. The token `example` is for everyone: the landing page of the dashboard shows that simulator. Limit: 60 requests per minute and address.',
    parameters,
    data: simulatorSchema,
    withoutExample: true,
    headers: ['Cache-Control'],
    errors: ['share_link_not_found'],
  })
  async getSimulator(@Param('token') token: string): Promise<Reply<Simulator>> {
    return new Reply(await this.runs.simulator(token), { headers: sharedHeaders });
  }
}
