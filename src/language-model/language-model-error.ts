import { z } from 'zod';

/** Why the language model was not used. */
export const noAnswerReasons = ['timeout', 'unavailable', 'circuit_open', 'budget_used_up', 'invalid_answer'] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];

const tokens = z.int().min(0);
/** The tokens of a request, as the server reports them. */
export const tokenUsageSchema = z.object({ prompt_tokens: tokens, completion_tokens: tokens });
export type TokenUsage = z.infer<typeof tokenUsageSchema>;

/** The language model was not used. The message contains no text of the server, so that it can be logged. */
export class LanguageModelError extends Error {
  override readonly name = 'LanguageModelError';
  constructor(
    readonly reason: NoAnswerReason,
    message: string,
    /** Whether the server fails for all organizations, regardless of the question. */
    readonly isOutage = false,
    readonly details: {
      /** Whether the same request would fail again. */
      isFinal?: boolean;
      /** The delay that the server requests. */
      retryAfterMs?: number;
      /** The tokens of an invalid answer, which the server counts too. Null if it reports none. */
      usage?: TokenUsage | null;
    } = {},
  ) {
    super(message);
  }
}
