import { markup, type Html } from '../../common/http/html.js';

/** A section of the report. The table of contents links to its id. */
export interface Section {
  id: string;
  title: string;
  content: Html;
}

export function renderSection({ id, title, content }: Section): Html {
  return markup`<section id="${id}">
<h2>${title}</h2>
${content}
</section>
`;
}
