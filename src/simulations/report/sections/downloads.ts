import { markup, type Html } from '../../../common/http/html.js';
import type { ReportInput } from '../report-input.js';

const formats = [
  ['csv', 'CSV'],
  ['parquet', 'Parquet'],
  ['json', 'JSON'],
] as const;

/** Links to the files of the simulation. They need the session or the API key of the caller, like the report. */
export function downloads({ id, compared }: ReportInput): Html {
  if (!compared) return markup`<ul class="downloads" aria-label="Downloads">${linksOf(id, '')}</ul>`;
  return markup`<ul class="downloads" aria-label="Downloads">${linksOf(id, ' (A)')}${linksOf(compared.id, ' (B)')}<li><a href="/v1/simulations/${id}/compare?with=${compared.id}" download="comparison.json">Comparison as JSON</a></li></ul>`;
}

function linksOf(id: string, suffix: string): Html {
  const files = formats.map(
    ([format, name]) =>
      markup`<li><a href="/v1/simulations/${id}/results?format=${format}">Agents as ${name}${suffix}</a></li>`,
  );
  return markup`${files}<li><a href="/v1/simulations/${id}/manifest" download="${id}.manifest.json">Manifest${suffix}</a></li>`;
}
