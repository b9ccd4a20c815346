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

/** Not named `html`: Prettier would reformat the template and change whitespace, on which a style hash and `pre` depend. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index])).join(''));
}

/** A template cannot contain the end tag: the bundler would need a helper of another package for it. */
export function inlineScript(script: string): Html {
  return new Html(`<script>${script}</script>`);
}

/** Renders a description. The only markup is a blank line between paragraphs and backquotes around code. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => markup`<p>${inline(paragraph)}</p>`);
  return markup`${paragraphs}`;
}

export function inline(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part));
  return markup`${parts}`;
}

/** A name in a table. In a narrow column, it wraps between its words. */
export function name(text: string): Html {
  const parts = text.split(/(?<=[._-])/).map((part, index) => (index > 0 ? markup`<wbr />${part}` : part));
  return markup`<code>${parts}</code>`;
}

export function code(value: unknown): Html {
  return markup`<pre tabindex="0"><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`;
}
