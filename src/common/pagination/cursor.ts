import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { derivedKey, isSameSecret } from '../crypto.js';
import { AppError } from '../errors/app-error.js';

const macBytes = 16;

export interface Position {
  createdAt: Date;
  id: string;
}

const positionSchema = z.tuple([z.number(), z.string()]);

/**
 * Signs cursors, so that callers cannot forge them. Each cursor is valid for one list: one organization, tier and set of
 * filters. Cursors are opaque to callers, so that a list can change its order.
 */
export class CursorCodec {
  private readonly key: Buffer;

  constructor(masterKey: Buffer) {
    this.key = derivedKey(masterKey, 'cursor');
  }

  encode(list: string, { createdAt, id }: Position): string {
    return this.seal(list, [createdAt.getTime(), id]);
  }

  /** Throws {@link AppError} `invalid_cursor`. */
  decode(list: string, cursor: string): Position {
    const [createdMs, id] = positionSchema.parse(this.open(list, cursor));
    return { createdAt: new Date(createdMs), id };
  }

  /** Encodes the position in a list that is not sorted by time. */
  seal(list: string, position: unknown): string {
    const text = Buffer.from(JSON.stringify(position));
    return Buffer.concat([this.mac(list, text), text]).toString('base64url');
  }

  /** Throws {@link AppError} `invalid_cursor`. */
  open(list: string, cursor: string): unknown {
    const raw = Buffer.from(cursor, 'base64url');
    const [mac, text] = [raw.subarray(0, macBytes), raw.subarray(macBytes)];
    // Compares the text too, because base64url can encode the same bytes in several ways.
    if (!isSameSecret(this.mac(list, text), mac) || raw.toString('base64url') !== cursor)
      throw new AppError('invalid_cursor');
    return JSON.parse(text.toString()) as unknown;
  }

  private mac(list: string, text: Buffer): Buffer {
    return createHmac('sha256', this.key).update(list).update('\0').update(text).digest().subarray(0, macBytes);
  }
}
