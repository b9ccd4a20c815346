import type * as S3 from '@aws-sdk/client-s3';
import type { BucketSettings } from '../../config/env.js';

const connectTimeoutMs = 3_000;
const requestTimeoutMs = 5_000;
const maxAttempts = 2;

export interface StoredObject {
  key: string;
  lastModified: Date;
}

/** One bucket of S3-compatible storage. Each call ends within seconds, also if the storage does not respond. */
export class ObjectStorage {
  private constructor(
    private readonly sdk: typeof S3,
    private readonly client: S3.S3Client,
    private readonly bucket: string,
  ) {}

  /** Loads the package only if a bucket is configured, because it takes half a second and 20 MB. */
  static async open({ endpoint, bucket, region, ...credentials }: BucketSettings): Promise<ObjectStorage> {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      maxAttempts,
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: requestTimeoutMs,
        throwOnRequestTimeout: true,
      },
      // Other S3-compatible storage does not support the checksums that the package adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return new ObjectStorage(sdk, client, bucket);
  }

  async put(key: string, bytes: Uint8Array, type: string): Promise<void> {
    const object = { Bucket: this.bucket, Key: key, Body: bytes, ContentType: type, ContentLength: bytes.byteLength };
    await this.client.send(new this.sdk.PutObjectCommand(object));
  }

  async get(key: string): Promise<Uint8Array<ArrayBuffer>> {
    const { Body } = await this.client.send(new this.sdk.GetObjectCommand({ Bucket: this.bucket, Key: key }));
    if (!Body) throw new Error(`the object ${key} came without its bytes`);
    return (await Body.transformToByteArray()) as Uint8Array<ArrayBuffer>;
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new this.sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  /** All objects with this key prefix, in pages of at most 1,000. */
  async *list(prefix: string): AsyncGenerator<StoredObject[]> {
    const pages = this.sdk.paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages) {
      yield Contents.flatMap(({ Key, LastModified }) =>
        Key !== undefined && LastModified ? [{ key: Key, lastModified: LastModified }] : [],
      );
    }
  }

  close(): void {
    this.client.destroy();
  }
}
