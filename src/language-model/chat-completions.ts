import { z } from 'zod';
import type { LanguageModelSettings } from '../config/env.js';
import { LanguageModelError } from './language-model-error.js';

/** About 60,000 tokens of English: more than most models accept in a few seconds. */
const maxRequestCharacters = 250_000;
const maxResponseBytes = 64 * 1024;

/** A request for one JSON document. */
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
}

const responseSchema = z.object({
  choices: z
    .array(z.object({ finish_reason: z.string().nullish(), message: z.object({ content: z.string().nullish() }) }))
    .min(1),
});

/** A server with OpenAI's `POST …/chat/completions` protocol. The operator sets its address, so it may be private. */
export class ChatCompletions {
  constructor(private readonly settings: Pick<LanguageModelSettings, 'url' | 'model' | 'key' | 'timeoutMs'>) {}

  /**
   * Returns the JSON document that the model wrote. The caller checks it.
   * Throws {@link LanguageModelError}, whose message never contains the key, the data or the response.
   */
  async complete(completion: Completion): Promise<unknown> {
    const body = JSON.stringify(this.bodyOf(completion));
    if (body.length > maxRequestCharacters) {
      throw new LanguageModelError('unavailable', 'the definition is too large for a request');
    }
    const signal = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      return documentOf(await this.send(body, signal));
    } catch (error) {
      if (error instanceof LanguageModelError) throw error;
      // Errors of the HTTP client can contain the URL or parts of the response.
      if (signal.aborted) throw new LanguageModelError('timeout', 'the server did not respond in time');
      throw new LanguageModelError('unavailable', 'the connection failed or the server redirected', true);
    }
  }

  private async send(body: string, signal: AbortSignal): Promise<string> {
    const { url, key } = this.settings;
    const response = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body,
      redirect: 'error',
      signal,
    });
    if (response.ok) return textOf(response);
    await response.body?.cancel();
    const { status } = response;
    // A server may reject one question with 400 or 422, for example because of a content filter.
    const isOutage = ![400, 413, 422].includes(status);
    throw new LanguageModelError('unavailable', `the server responded with status ${status}`, isOutage);
  }

  private bodyOf({ instructions, data, name, schema, maxTokens }: Completion) {
    return {
      model: this.settings.model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: JSON.stringify(data) },
      ],
      temperature: 0,
      max_completion_tokens: maxTokens,
      response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    };
  }
}

/** Reads the body. Stops at the size limit, which applies after decompression. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new LanguageModelError('unavailable', 'the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function documentOf(text: string): unknown {
  const response = responseSchema.safeParse(parsed(text));
  if (!response.success) {
    throw new LanguageModelError('unavailable', 'the response does not follow the protocol', true);
  }
  const [choice] = response.data.choices;
  const document = choice?.finish_reason === 'length' ? undefined : parsed(choice?.message.content ?? '');
  if (document === undefined) throw new LanguageModelError('invalid_answer', 'the model wrote no complete JSON');
  return document;
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
