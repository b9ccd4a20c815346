import { TestStorages } from '../support/test-storages.js';

const content = Buffer.from('0123456789');

describe('object storage that does not respond', () => {
  const storages = new TestStorages();
  afterAll(() => storages.close());

  it('Requests to storage that does not respond, or stops within a response, fail after the second attempt', async () => {
    const silent = await storages.respondingWith(() => undefined);
    const stopped = await storages.respondingWith((response) =>
      response.writeHead(200, { 'content-length': 20 }).write(content),
    );
    await Promise.all([
      expect(silent.storage.put('key', content, 'text/plain')).rejects.toThrow(),
      expect(stopped.storage.get('key')).rejects.toThrow(),
    ]);
    expect([silent.requests.length, stopped.requests.length]).toEqual([2, 2]);
  });
});
