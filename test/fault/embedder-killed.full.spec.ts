import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { EmbeddingsServer } from '../support/embeddings-server.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

// An example question of the catalog, which word matching alone routes with high confidence.
/** A different question each time, because the service keeps the vectors of recent ones. */
let asked = 0;
const newQuestion = () => `Which share of travellers takes the Swissmetro if its fares fall by ${++asked}%?`;

describe('embedder failures', () => {
  let embeddings: EmbeddingsServer;
  let bed: TestBed;
  let api: ApiClient;
  let first: ApiResponse<{ workflow_id: string }>;

  beforeAll(async () => {
    embeddings = await EmbeddingsServer.start();
    bed = await TestBed.start();
    const { key } = await bootstrapKey(bed.servers, { tier: 'sandbox', plan: 'growth', organization: 'Asking' });
    embeddings.mode = 'respond late';
    api = new ApiClient((await bed.startApi({ SVC_EMBEDDINGS_URL: embeddings.url })).url, key);
    first = await send();
    embeddings.mode = 'respond';
  });
  afterAll(async () => {
    await bed.stop();
    await embeddings.stop();
  });

  const send = () =>
    api.post<{ workflow_id: string }>('/v1/simulations/auto', { question: newQuestion(), dry_run: true });
  const methodOf = ({ status, body }: ApiResponse<{ workflow_id: string }>): string => {
    expect([status, body.data.workflow_id]).toEqual([200, 'swissmetro-mode-choice']);
    return (body.meta['routed_via'] as { explanation: { method: string } }).explanation.method;
  };
  const waitForHybridRouting = () => waitUntil('embeddings are used', async () => methodOf(await send()) === 'hybrid');

  it('The first question after a start waits for the embeddings of the catalog', () => {
    expect(methodOf(first)).toBe('hybrid');
  });

  it.each(['disconnect', 'hang'] as const)(
    'While the embedder is unavailable (%s), new questions are routed by words only, and by embeddings again afterwards',
    async (mode) => {
      await waitForHybridRouting();
      embeddings.mode = mode;
      const before = embeddings.requestCount;
      const responses = await Promise.all([send(), send(), send()]);
      expect(responses.map(methodOf)).toEqual(['lexical', 'lexical', 'lexical']);
      // The embedder received these requests and failed.
      expect(embeddings.requestCount).toBeGreaterThan(before);
      embeddings.mode = 'respond';
      await waitForHybridRouting();
    },
  );
});
