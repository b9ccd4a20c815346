import escapeHtml from 'escape-html';

/** Text that is already HTML. Everything else is escaped when it is put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | false | readonly Part[];

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((one) => render(one)).join('');
  return escapeHtml(String(part));
}

/** Not called html: the formatter would take that for leave to move the blanks that a style's hash and a `pre` depend on. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index])).join(''));
}

/** Descriptions know two marks only: a blank line between paragraphs, and backquotes around code. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => markup`<p>${inline(paragraph)}</p>`);
  return markup`${paragraphs}`;
}

export function inline(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part));
  return markup`${parts}`;
}

/** A name in a table: where there is no room for it, it breaks between its words and not within them. */
export function name(text: string): Html {
  const parts = text.split(/(?<=[._-])/).map((part, index) => (index > 0 ? markup`<wbr />${part}` : part));
  return markup`<code>${parts}</code>`;
}

export function code(value: unknown): Html {
  return markup`<pre tabindex="0"><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`;
}
