import { markup, type Html } from '../../common/http/html.js';
import type { Interval } from '../../engine/simulate.js';
import { range } from './format-numbers.js';

export type Cell = string | Html;
/** The first cell is the header of the row. A row with one cell is a heading. */
export type Row = readonly [string, ...Cell[]];

/** Longer tables are folded. Print shows them. */
const maxUnfoldedRows = 8;

/** A plot and a table of the same numbers, for exact values and screen readers. */
export function figure(
  caption: string,
  plot: Html,
  head: readonly string[],
  rows: readonly Row[],
  legend?: Html,
): Html {
  return markup`<figure>
<figcaption>${caption}</figcaption>
${legend}${plot}
${table(caption, head, rows)}
</figure>`;
}

/** A table, folded if it is long. */
export function table(caption: string, head: readonly string[], rows: readonly Row[]): Html {
  const content = markup`<table>
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${head.map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map(([name, ...cells]) =>
  cells.length === 0
    ? markup`<tr><th scope="rowgroup" colspan="${head.length}" class="heading">${name}</th></tr>
`
    : markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>
`,
)}</tbody>
</table>`;
  if (rows.length <= maxUnfoldedRows) return content;
  return markup`<details><summary>Table with ${rows.length} rows</summary>
${content}
</details>`;
}

/** A table of texts, which are aligned at the left. */
export function wordTable(...contents: Parameters<typeof table>): Html {
  return markup`<div class="words">${table(...contents)}</div>`;
}

/** A value with its interval, if it is known, on a second line. */
export function valueWithInterval(value: string, interval: Interval | null, format: (end: number) => string): Html {
  return interval === null ? markup`${value}` : markup`${value} <small>${range(interval, format)}</small>`;
}
