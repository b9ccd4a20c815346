import escapeHtml from 'escape-html';
import type { Mail } from './mailers.js';

export interface Notice {
  to: string;
  subject: string;
  paragraphs: readonly string[];
}

/** An email of plain paragraphs, as text and as HTML. */
export function noticeMail({ to, subject, paragraphs }: Notice): Mail {
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1a1a1a; max-width: 36em; margin: 2em auto; padding: 0 1em">
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
</body>
</html>
`,
  };
}

/** UTC date and time to the minute, such as 2026-11-20 07:05 UTC. */
export const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
