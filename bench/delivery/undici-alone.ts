import { Agent } from 'undici';

// Minimum cost of a delivery: the same POST requests with a fixed body, without a database.
interface Order {
  url: string;
  body: string;
  count: number;
  concurrency: number;
}

const agent = new Agent();

process.on('message', (order: Order | 'cpu') => {
  if (order === 'cpu') return;
  void post(order).then(() => process.send?.({ type: 'posted' }));
});

async function post({ url, body, count, concurrency }: Order): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  const headers = { 'content-type': 'application/json' };
  let left = count;
  const one = async () => {
    while (left-- > 0) {
      const response = await agent.request({ origin, path, method: 'POST', headers, body });
      await response.body.dump();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
}

process.send?.({ type: 'ready', url: '' });
