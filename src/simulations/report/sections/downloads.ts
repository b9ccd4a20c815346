import { markup, type Html } from '../../../common/http/html.js';
import type { ReportInput } from '../report-input.js';

const formats = [
  ['csv', 'CSV'],
  ['parquet', 'Parquet'],
  ['json', 'JSON'],
] as const;

/** Links to the files of the simulation. They need the session or the API key of the caller, like the report. */
export function downloads({ id, compared }: ReportInput): Html {
  if (!compared) return list('Download', linksOf(id));
  const comparison = markup`<li><a href="/v1/comparisons?ids=${compared.id},${id}" download="comparison.json">Comparison</a></li>`;
  return markup`${list('Download A', linksOf(id))}${list('Download B', linksOf(compared.id))}${list('Download both', comparison)}`;
}

function list(title: string, links: Html): Html {
  return markup`<ul class="downloads" aria-label="${title}"><li>${title}:</li>${links}</ul>
`;
}

function linksOf(id: string): Html {
  const files = formats.map(
    ([format, name]) => markup`<li><a href="/v1/simulations/${id}/results?format=${format}">${name}</a></li>`,
  );
  return markup`${files}<li><a href="/v1/simulations/${id}/manifest" download="${id}.manifest.json">Manifest</a></li>`;
}
