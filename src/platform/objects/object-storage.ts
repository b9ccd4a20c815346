import type { BucketSettings } from '../../config/env.js';
import { BucketClient, childText, elements, parsedXml } from './bucket-client.js';

export interface StoredObject {
  key: string;
  lastModified: Date;
}

/** One bucket of S3-compatible storage. Each call ends within seconds, also if the storage does not respond. */
export class ObjectStorage {
  private readonly client: BucketClient;

  constructor(settings: BucketSettings) {
    this.client = new BucketClient(settings);
  }

  async put(key: string, bytes: Uint8Array, mediaType: string): Promise<void> {
    await this.client.send({ method: 'PUT', key, body: bytes, mediaType });
  }

  /** Throws an error with the name `NoSuchKey` if the object does not exist. */
  get(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.client.send({ method: 'GET', key });
  }

  /** Has no effect if the object does not exist. */
  async remove(key: string): Promise<void> {
    await this.client.send({ method: 'DELETE', key });
  }

  /** All objects with this key prefix, in pages of at most 1,000. */
  async *list(prefix: string): AsyncGenerator<StoredObject[]> {
    let next: string | undefined;
    do {
      const query = { 'list-type': '2', prefix, ...(next !== undefined && { 'continuation-token': next }) };
      const body = await this.client.send({ method: 'GET', key: '', query });
      const page = parsedXml(Buffer.from(body).toString());
      yield elements(page, 'Contents').flatMap((object) => {
        const [key, lastModified] = [childText(object, 'Key'), childText(object, 'LastModified')];
        return key !== undefined && lastModified !== undefined ? [{ key, lastModified: new Date(lastModified) }] : [];
      });
      next = childText(page, 'NextContinuationToken');
    } while (next !== undefined);
  }

  close(): void {
    this.client.close();
  }
}
