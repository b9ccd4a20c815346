import { markup, type Html } from '../../common/http/html.js';

/** A plot and a table of the same numbers, for exact values and screen readers. */
export function figure(
  caption: string,
  plot: Html,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  legend?: Html,
): Html {
  return markup`<figure>
<figcaption>${caption}</figcaption>
${legend}${plot}
${table(caption, head, rows)}
</figure>`;
}

/** A table. The first cell of each row is its header. A row with one cell is a heading. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): Html {
  return markup`<table>
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
}
