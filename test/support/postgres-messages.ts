/** The type and the length. */
export const headerBytes = 5;

/** A message of the Postgres protocol. The type of the first message of a client is an empty text. */
export interface PostgresMessage {
  type: string;
  bytes: Buffer;
}

/** Splits the bytes of one direction of a connection into messages. */
export class PostgresMessages {
  private rest = Buffer.alloc(0);

  /** @param startsUntyped whether the first message has no type, which is true for the bytes of a client */
  constructor(private startsUntyped: boolean) {}

  /** Returns the messages that these bytes complete. */
  read(chunk: Buffer): PostgresMessage[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const messages: PostgresMessage[] = [];
    for (;;) {
      const typeBytes = this.startsUntyped ? 0 : 1;
      if (this.rest.length < headerBytes) return messages;
      const length = typeBytes + this.rest.readUInt32BE(typeBytes);
      if (this.rest.length < length) return messages;
      const bytes = this.rest.subarray(0, length);
      messages.push({ type: bytes.toString('latin1', 0, typeBytes), bytes });
      this.rest = this.rest.subarray(length);
      this.startsUntyped = false;
    }
  }
}
