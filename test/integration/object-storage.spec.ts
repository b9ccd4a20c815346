// cspell:ignore examplebucket AKIAIOSFODNN
import { inspect } from 'node:util';
import type { BucketSettings } from '../../src/config/env.js';
import type { ObjectStorage } from '../../src/platform/objects/object-storage.js';
import { itInFullLevel } from '../support/full-level.js';
import { ObjectServer } from '../support/object-server.js';
import { hasValidSignature } from '../support/s3-signature.js';
import { TestStorages, type Respond } from '../support/test-storages.js';

const mediaType = 'application/vnd.apache.parquet';
const content = Buffer.from('0123456789');
const errorBody = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>a &lt;problem&gt;</Message>` +
  '<AWSAccessKeyId>ACCESS</AWSAccessKeyId><SignatureProvided>SIGNATURE</SignatureProvided></Error>';

describe('object storage', () => {
  let objects: ObjectServer;
  let storages: TestStorages;

  beforeAll(async () => void (objects = await ObjectServer.start()));
  afterAll(() => objects.stop());
  beforeEach(() => (storages = new TestStorages()));
  afterEach(() => storages.close());

  const storageAt = (bucket: BucketSettings) => storages.open(bucket);
  const respondingWith = (respond: Respond) => storages.respondingWith(respond);

  async function keysOf(storage: ObjectStorage, prefix: string): Promise<string[][]> {
    const pages: string[][] = [];
    for await (const page of storage.list(prefix)) pages.push(page.map(({ key }) => key));
    return pages;
  }

  it.each(['live/0199/1/agents.parquet', 'a b/ü+%2F&=?#', "it's (a) *key*!~"])(
    'An object with the key %p is stored, read, listed and deleted',
    async (key) => {
      const storage = storageAt(objects.settings);
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
      await storage.put(key, bytes, mediaType);
      expect(Buffer.from(await storage.get(key))).toEqual(bytes);
      expect(await keysOf(storage, key.slice(0, -2))).toEqual([[key]]);
      await storage.remove(key);
      await expect(storage.get(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
      expect((await keysOf(storage, key)).flat()).toEqual([]);
    },
  );

  it('An empty object is stored, and an object is overwritten', async () => {
    const storage = storageAt(objects.settings);
    await storage.put('same', content, mediaType);
    await storage.put('same', new Uint8Array(), mediaType);
    expect(await storage.get('same')).toEqual(new Uint8Array());
  });

  it('Deleting an object that does not exist has no effect', async () => {
    await expect(storageAt(objects.settings).remove('missing')).resolves.toBeUndefined();
  });

  it('A key with the segments . or .. is rejected and reaches no other object', async () => {
    const storage = storageAt(objects.settings);
    await storage.put('kept', content, mediaType);
    for (const key of ['a/../kept', './kept']) await expect(storage.remove(key)).rejects.toThrow('segments');
    expect(Buffer.from(await storage.get('kept'))).toEqual(content);
  });

  // Examples from https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  it.each([
    ['/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
    ['/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ])('The check of signatures in these tests accepts the published example %p and no other', (url, signature) => {
    const signed = (value: string) => ({
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-date': '20130524T000000Z',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
        `SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${value}`,
    });
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
    expect(hasValidSignature({ method: 'GET', url, headers: signed(signature) }, secret)).toBe(true);
    expect(hasValidSignature({ method: 'GET', url: `${url}x`, headers: signed(signature) }, secret)).toBe(false);
    expect(hasValidSignature({ method: 'GET', url, headers: signed('0') }, secret)).toBe(false);
  });

  it('A wrong secret is rejected once, and the error contains neither credentials nor signature', async () => {
    const wrong = storageAt({ ...objects.settings, secretAccessKey: 'WRONG' });
    await expect(wrong.get('any')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const { storage, requests } = await respondingWith((response) =>
      response.writeHead(403).end(errorBody('SignatureDoesNotMatch')),
    );
    const error: unknown = await storage.get('any').catch((thrown: unknown) => thrown);
    expect(inspect(error, { depth: 9 })).toContain('a <problem>');
    expect(inspect(error, { depth: 9 })).not.toMatch(/ACCESS|SECRET|SIGNATURE/);
    expect(requests).toHaveLength(1);
  });

  it('A request carries the media type, the digest of the body and a signature for the region', async () => {
    const { storage, requests } = await respondingWith((response) => response.end());
    await storage.put('folder/file', content, mediaType);
    expect(requests[0]).toMatchObject({ method: 'PUT', url: '/results/folder/file' });
    expect(requests[0]?.headers).toMatchObject({
      'content-type': mediaType,
      'content-length': '10',
      'x-amz-content-sha256': '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882',
    });
    expect(requests[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=ACCESS\/\d{8}\/eu-central-1\/s3\/aws4_request, /,
    );
  });

  it.each([500, 503, 429])('A response with status %p is requested again, once', async (status) => {
    const first = await respondingWith((response, count) => {
      response.writeHead(count === 1 ? status : 200).end(count === 1 ? errorBody('SlowDown') : content);
    });
    expect(Buffer.from(await first.storage.get('key'))).toEqual(content);
    const always = await respondingWith((response) => response.writeHead(status).end('no XML'));
    await expect(always.storage.get('key')).rejects.toThrow(String(status));
    expect(always.requests).toHaveLength(2);
  });

  it('A connection that the storage closes is opened again', async () => {
    const { storage, requests } = await respondingWith((response, count) => {
      if (count === 1) response.socket?.destroy();
      else response.end(content);
    });
    await storage.put('key', content, mediaType);
    expect(requests).toHaveLength(2);
  });

  it('An object that arrives incomplete is not returned', async () => {
    const { storage, requests } = await respondingWith((response) => {
      response.writeHead(200, { 'content-length': 20 }).write(content, () => response.socket?.destroy());
    });
    await expect(storage.get('key')).rejects.toThrow();
    expect(requests).toHaveLength(2);
  });

  it('A redirect is an error and is not followed', async () => {
    const { storage, requests } = await respondingWith((response) => {
      response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end(errorBody('PermanentRedirect'));
    });
    await expect(storage.get('key')).rejects.toMatchObject({ name: 'PermanentRedirect' });
    expect(requests).toHaveLength(1);
  });

  it('A list continues until the last page, and decodes its keys', async () => {
    const item = (key: string) =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Owner><ID>x</ID></Owner></Contents>`;
    const { storage, requests } = await respondingWith((response, count) => {
      const next = count === 1 ? '<NextContinuationToken>a+b/c=</NextContinuationToken>' : '';
      response.end(
        `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${
          count === 1 ? item('live/a&amp;b') + item('live/c') : item('live/d')
        }${next}</ListBucketResult>`,
      );
    });
    expect(await keysOf(storage, 'live/')).toEqual([['live/a&b', 'live/c'], ['live/d']]);
    const queries = requests.map(({ url = '' }) => new URLSearchParams(url.slice(url.indexOf('?'))));
    expect(queries.map((query) => query.get('continuation-token'))).toEqual([null, 'a+b/c=']);
    expect(queries.map((query) => query.get('prefix'))).toEqual(['live/', 'live/']);
  });

  it('The date of a listed object is the date of its last change', async () => {
    const storage = storageAt(objects.settings);
    await storage.put('dated/object', content, mediaType);
    objects.age(3_600_000);
    for await (const [object] of storage.list('dated/')) {
      expect(object?.lastModified.getTime()).toBeLessThan(Date.now() - 3_500_000);
    }
  });

  it('After the storage rejects the time of a signature, requests use the time of the storage', async () => {
    const { storage, requests } = await respondingWith((response, count) => {
      response.setHeader('date', 'Fri, 02 Jan 2060 03:04:05 GMT');
      if (count === 1) response.writeHead(403).end(errorBody('RequestTimeTooSkewed'));
      else response.end(content);
    });
    await storage.put('key', content, mediaType);
    await storage.get('key');
    const days = requests.map(({ headers }) => String(headers['x-amz-date']).slice(0, 8));
    expect(days).toEqual([expect.not.stringContaining('2060'), '20600102', '20600102']);
  });

  itInFullLevel(
    'Requests to storage that does not respond, or stops within a response, fail after the second attempt',
    async () => {
      const silent = await respondingWith(() => undefined);
      const stopped = await respondingWith((response) =>
        response.writeHead(200, { 'content-length': 20 }).write(content),
      );
      await Promise.all([
        expect(silent.storage.put('key', content, 'text/plain')).rejects.toThrow(),
        expect(stopped.storage.get('key')).rejects.toThrow(),
      ]);
      expect([silent.requests.length, stopped.requests.length]).toEqual([2, 2]);
    },
  );
});
