import type { z } from 'zod';
import type { issues } from './error-codes.js';

const maxMessageCharacters = 300;

/**
 * Adds the first issue to the first sentence of a message: "The request is invalid: `agent_count`: expected an integer." Shortens
 * the issue, which can contain text of the client, so that the message stays short.
 */
export function nameFirstIssue(message: string, reported: z.infer<typeof issues> | undefined): string {
  const [first] = reported ?? [];
  if (!first) return message;
  const end = message.indexOf('. ');
  const issue = `${first.path === '' ? '' : `\`${first.path}\`: `}${first.message}`;
  const room = maxMessageCharacters - message.length - ': '.length;
  const shown = issue.length > room ? `${issue.slice(0, room - 1)}…` : issue;
  return `${message.slice(0, end)}: ${shown}${/[.?!…]$/.test(shown) ? '' : '.'}${message.slice(end + 1)}`;
}
