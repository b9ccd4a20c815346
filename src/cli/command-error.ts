/** A command that cannot do what it was asked; the message is all the operator needs. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
