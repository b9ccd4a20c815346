import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketSettings } from '../../src/config/env.js';
import { ObjectStorage } from '../../src/platform/objects/object-storage.js';

const settings = { bucket: 'results', region: 'eu-central-1', accessKeyId: 'ACCESS', secretAccessKey: 'SECRET' };

/** @param count of the requests so far, with this one */
export type Respond = (response: ServerResponse, count: number) => void;

/** The object storages that a test opens, and their servers. */
export class TestStorages {
  private readonly opened: ObjectStorage[] = [];
  private readonly servers: Server[] = [];

  open(bucket: BucketSettings): ObjectStorage {
    const storage = new ObjectStorage(bucket);
    this.opened.push(storage);
    return storage;
  }

  /** Opens storage whose server responds with this function. Returns it with the requests that arrive. */
  async respondingWith(respond: Respond): Promise<{ storage: ObjectStorage; requests: IncomingMessage[] }> {
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      requests.push(request);
      request.resume().on('end', () => respond(response, requests.length));
    });
    this.servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return { storage: this.open({ ...settings, endpoint }), requests };
  }

  close(): void {
    for (const storage of this.opened) storage.close();
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}
