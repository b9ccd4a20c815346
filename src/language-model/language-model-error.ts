/** Why the language model was not used. */
export type NoAnswerReason = 'timeout' | 'unavailable' | 'circuit_open' | 'budget_used_up' | 'invalid_answer';

/** The language model was not used. The message contains no text of the server, so that it can be logged. */
export class LanguageModelError extends Error {
  override readonly name = 'LanguageModelError';
  constructor(
    readonly reason: NoAnswerReason,
    message: string,
    /** Whether the server fails for all organizations, regardless of the question. */
    readonly isOutage = false,
  ) {
    super(message);
  }
}
