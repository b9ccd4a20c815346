import type { Request, Response } from 'express';
import type { AppError } from '../common/errors/app-error.js';
import { sendBody } from '../common/http/content-encoding.js';
import { Html, inline, markup } from '../common/http/reply.js';
import { reportStyle } from '../../view/style.js';
import { sendReport } from '../simulations/report/send-report.js';

/** No cache stores a shared run, because its link can be revoked, and no search engine lists it. */
export const sharedHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

const isReport = (path: string) => /^\/v1\/shared\/[^/]+\/report$/.test(path);

/** Sends an error of a shared report as a page if the client prefers HTML, as browsers do. Returns false if it should be JSON. */
export function sendSharedReportError(error: AppError, request: Request, response: Response): boolean {
  if (!isReport(request.path)) return false;
  response.vary('Accept');
  if (request.accepts(['application/json', 'text/html']) !== 'text/html') return false;
  const { text } = sendReport(response, errorPage(error, request.id).text, sharedHeaders);
  sendBody(response, { type: 'text/html; charset=utf-8', text });
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
