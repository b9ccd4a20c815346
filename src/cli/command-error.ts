/** An expected failure of a command. The CLI prints the message without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
