import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from 's3rver';
import { dataRoot } from '../../embedded/testing/temporary-folder.js';
import type { BucketSettings } from '../../src/config/env.js';
import { hasValidSignature } from './s3-signature.js';
import { waitUntil } from './wait-until.js';

const bucket = 'results';
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

interface StoredObject {
  bucket: string;
  key: string;
}

/** The part of the storage of s3rver that writes objects. */
interface ObjectStore {
  putObject(object: StoredObject): Promise<{ size: number }>;
  getResourcePath(bucket: string, key: string, resource: 'object'): string;
}

/** By default, s3rver responds when it has received an object: a change of the file's date before the write had no effect. */
function respondAfterWriting(store: ObjectStore): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const result = await put(object);
    const path = store.getResourcePath(object.bucket, object.key, 'object');
    const isWritten = () => statSync(path, { throwIfNoEntry: false })?.size === result.size;
    await waitUntil(`the object ${object.key} is written`, isWritten);
    return result;
  };
}

/** An S3-compatible server that checks signatures and stores objects in a folder. */
export class ObjectServer {
  private constructor(
    private readonly server: Server,
    private readonly folder: string,
    readonly settings: BucketSettings,
  ) {}

  /** @param afterPut called when an object has been stored; if it returns true, the server never responds */
  static async start(afterPut: (path: string) => boolean = () => false): Promise<ObjectServer> {
    const folder = mkdtempSync(join(dataRoot, 'simulation-service-objects-'));
    const storage = new S3rver({
      directory: folder,
      silent: true,
      vhostBuckets: false,
      configureBuckets: [{ name: bucket, configs: [] }],
    });
    respondAfterWriting((storage as unknown as { store: ObjectStore }).store);
    await storage.configureBuckets();
    const handle = storage.callback();
    const server = createServer((request, response) => {
      const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
      const put = request.method === 'PUT' ? (request.url ?? '') : undefined;
      response.end = (...args: unknown[]) => (put !== undefined && afterPut(put) ? response : end(...args));
      // The server behind this one does not check signatures of version 4.
      const { method = '', url = '', headers } = request;
      if (!hasValidSignature({ method, url, headers }, credentials.secretAccessKey)) {
        response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      } else {
        handle(request, response);
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new ObjectServer(server, folder, { endpoint, bucket, region: 'us-east-1', ...credentials });
  }

  /** Environment of a process that uses this server through `endpoint`. */
  environment(endpoint = this.settings.endpoint): Record<string, string> {
    return {
      SVC_RESULTS_S3_ENDPOINT: endpoint,
      SVC_RESULTS_S3_BUCKET: bucket,
      SVC_RESULTS_S3_KEY: this.settings.accessKeyId,
      SVC_RESULTS_S3_SECRET: this.settings.secretAccessKey,
    };
  }

  /** Makes all stored objects older. */
  age(byMs: number): void {
    for (const entry of readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const { atime, mtime } = statSync(path);
      utimesSync(path, atime, new Date(mtime.getTime() - byMs));
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
