import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { LanguageModelSettings } from '../config/env.js';
import { isSuccess, readBody, sendRequest } from '../platform/outbound/send-request.js';
import { LanguageModelError, tokenUsageSchema, type TokenUsage } from './language-model-error.js';

/** About 60,000 tokens of English: more than most models accept in a few seconds. */
const maxRequestCharacters = 250_000;
const maxResponseBytes = 64 * 1024;

export interface Completion {
  /** The fixed system message. It contains no data. */
  instructions: string;
  /** Sent as JSON in the user message. Quotes in its texts are escaped, so that no text can end the data. */
  data: unknown;
  /** Name of the schema: letters, digits and `_`. */
  name: string;
  /** JSON Schema of the document. All fields are required, because servers with strict schemas support no optional ones. */
  schema: Record<string, unknown>;
  maxTokens: number;
  temperature?: number;
  /** Seed of the draws of the model, below 2^31. Not every server uses it. */
  seed?: number;
}

export interface Completed {
  document: unknown;
  /** Null if the server reports none. */
  usage: TokenUsage | null;
}

const responseSchema = z.object({
  choices: z
    .array(z.object({ finish_reason: z.string().nullish(), message: z.object({ content: z.string().nullish() }) }))
    .min(1),
  // An unusual report of the tokens does not make the answer unusable.
  usage: tokenUsageSchema.nullish().catch(null),
});

const maxRetryAfterSeconds = 3_600;

/** A server with OpenAI's `POST …/chat/completions` protocol. The operator sets its address, so it may be private. */
export class ChatCompletions {
  constructor(private readonly settings: Pick<LanguageModelSettings, 'url' | 'model' | 'key' | 'timeoutMs'>) {}

  /**
   * Returns the JSON document that the model wrote. The caller checks it.
   * Throws {@link LanguageModelError}, whose message never contains the key, the data or the response.
   *
   * @param stop ends the request early. The promise is then rejected with its reason
   */
  async complete(completion: Completion, stop?: AbortSignal): Promise<Completed> {
    const body = JSON.stringify(this.bodyOf(completion));
    if (body.length > maxRequestCharacters) {
      throw new LanguageModelError('unavailable', 'the definition is too large for a request');
    }
    const timeout = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      return completedOf(await this.send(body, stop ? AbortSignal.any([timeout, stop]) : timeout));
    } catch (error) {
      if (error instanceof LanguageModelError) throw error;
      stop?.throwIfAborted();
      // Errors of the HTTP client can contain the URL or parts of the response.
      if (timeout.aborted) throw new LanguageModelError('timeout', 'the server did not respond in time');
      throw new LanguageModelError('unavailable', 'the connection failed or the server redirected', true);
    }
  }

  private async send(body: string, signal: AbortSignal): Promise<string> {
    const { url, key } = this.settings;
    const response = await sendRequest(`${url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body,
      signal,
    });
    if (isSuccess(response)) {
      const bytes = await readBody(response, maxResponseBytes);
      if (!bytes) throw new LanguageModelError('unavailable', 'the response is too large');
      return bytes.toString();
    }
    response.destroy();
    const { statusCode: status = 0 } = response;
    if (status < 400) throw new Error('the server redirected');
    // A server may reject one question with 400 or 422, for example because of a content filter.
    const isOutage = ![400, 413, 422].includes(status);
    const retryAfterMs = retryAfterOf(response.headers);
    throw new LanguageModelError('unavailable', `the server responded with status ${status}`, isOutage, {
      isFinal: status < 500 && status !== 408 && status !== 429,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }

  private bodyOf({ instructions, data, name, schema, maxTokens, temperature = 0, seed }: Completion) {
    return {
      model: this.settings.model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: JSON.stringify(data) },
      ],
      temperature,
      ...(seed !== undefined && { seed }),
      max_completion_tokens: maxTokens,
      response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    };
  }
}

function completedOf(text: string): Completed {
  const response = responseSchema.safeParse(parsed(text));
  if (!response.success) {
    throw new LanguageModelError('unavailable', 'the response does not follow the protocol', true);
  }
  const { choices, usage = null } = response.data;
  const [choice] = choices;
  const document = choice?.finish_reason === 'length' ? undefined : parsed(choice?.message.content ?? '');
  if (document === undefined)
    throw new LanguageModelError('invalid_answer', 'the model wrote no complete JSON', false, { usage });
  return { document, usage };
}

/** The delay that the server requests in seconds. Undefined without one, and for dates, which few servers send. */
function retryAfterOf(headers: IncomingHttpHeaders): number | undefined {
  const seconds = Number(headers['retry-after'] ?? NaN);
  return seconds >= 0 ? Math.min(seconds, maxRetryAfterSeconds) * 1_000 : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
