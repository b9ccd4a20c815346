import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { derivedKey } from '../common/crypto.js';
import type { SecretBox } from '../common/secret-box.js';

const ttlSeconds = 86_400;

export interface AnswerKey {
  /** Organizations share no answers: the response time would reveal the questions of others. */
  organizationId: string;
  model: string;
  /** Name and version of the task. A new prompt or schema needs a new version. */
  task: string;
  /** Everything in the request: for example the digest of a definition, and the question. */
  parts: readonly string[];
}

/**
 * Checked answers of the language model in Redis, for a day. A key is an HMAC, so that a list of likely questions does not reveal which ones
 * were sent. The answers are encrypted, because they can quote the question.
 */
export class AnswerCache {
  private readonly secret: Buffer;

  constructor(
    private readonly redis: Redis,
    private readonly box: SecretBox,
    masterKey: Buffer,
  ) {
    this.secret = derivedKey(masterKey, 'language model cache');
  }

  /** Undefined if there is no answer, if Redis is unavailable or if the master key was replaced. */
  async get(key: AnswerKey): Promise<unknown> {
    try {
      const sealed = await this.redis.get(this.nameOf(key));
      if (sealed === null) return undefined;
      return JSON.parse(this.box.open(Buffer.from(sealed, 'base64'), key.organizationId)) as unknown;
    } catch {
      // The Redis client logs the reason. The question requests the answer again.
      return undefined;
    }
  }

  async put(key: AnswerKey, answer: unknown): Promise<void> {
    try {
      const sealed = this.box.seal(JSON.stringify(answer), key.organizationId);
      await this.redis.set(this.nameOf(key), Buffer.from(sealed).toString('base64'), 'EX', ttlSeconds);
    } catch {
      // The next question requests the answer again.
    }
  }

  private nameOf({ organizationId, model, task, parts }: AnswerKey): string {
    const text = JSON.stringify([organizationId, model, task, parts]);
    return `language-model:answer:${createHmac('sha256', this.secret).update(text).digest('hex')}`;
  }
}
