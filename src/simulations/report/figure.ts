import { markup, type Html } from '../../common/http/html.js';

/** A plot, and the same numbers as a table for who cannot see it or wants them exactly. */
export function figure(
  caption: string,
  plot: Html,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  key?: Html,
): Html {
  return markup`<figure>
<figcaption>${caption}</figcaption>
${key}${plot}
${table(caption, head, rows)}
</figure>`;
}

/** The first cell of a row names it. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): Html {
  return markup`<table>
<caption class="unseen">${caption}</caption>
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
}
