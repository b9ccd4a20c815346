import type { ApiResponse, ApiClient } from '../support/api-client.js';
import { EmbeddingsServer } from '../support/embeddings-server.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

// An example of the catalog, so that words alone are sure of it too.
const question = 'How many travellers would take the Swissmetro if its fares were 20% lower?';

describe('an embedder that dies', () => {
  let embeddings: EmbeddingsServer;
  let bed: TestBed;
  let api: ApiClient;

  beforeAll(async () => {
    embeddings = await EmbeddingsServer.start();
    bed = await TestBed.start();
    const { url } = await bed.startApi({ SVC_EMBEDDINGS_URL: embeddings.url });
    api = await bed.newCaller(url, 'Asking', 'sandbox');
  });
  afterAll(async () => {
    await bed.stop();
    await embeddings.stop();
  });

  const ask = () => api.post<{ workflow_id: string }>('/v1/simulations/auto', { question, dry_run: true });
  const methodOf = ({ status, body }: ApiResponse<{ workflow_id: string }>): string => {
    expect([status, body.data.workflow_id]).toEqual([200, 'swissmetro-mode-choice']);
    return (body.meta['routed_via'] as { explanation: { method: string } }).explanation.method;
  };
  const comparesMeaning = () => waitUntil('meaning is compared', async () => methodOf(await ask()) === 'hybrid');

  it.each(['disconnect', 'hang'] as const)(
    '(%s) costs no answer: words serve alone, until it is back',
    async (mode) => {
      await comparesMeaning();
      embeddings.mode = mode;
      const before = embeddings.requestCount;
      const responses = await Promise.all([ask(), ask(), ask()]);
      expect(responses.map(methodOf)).toEqual(['lexical', 'lexical', 'lexical']);
      // They were in flight when it died.
      expect(embeddings.requestCount).toBeGreaterThan(before);
      embeddings.mode = 'respond';
      await comparesMeaning();
    },
  );
});
