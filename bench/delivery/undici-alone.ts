import { Agent } from 'undici';

// The least that a delivery costs: the same POSTs, of a body that is there already, with nothing asked of a store and nothing written down.
interface Order {
  url: string;
  body: string;
  count: number;
  atOnce: number;
}

const agent = new Agent();

process.on('message', (order: Order | 'cpu') => {
  if (order === 'cpu') return;
  void post(order).then(() => process.send?.({ type: 'posted' }));
});

async function post({ url, body, count, atOnce }: Order): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  const headers = { 'content-type': 'application/json' };
  let left = count;
  const one = async () => {
    while (left-- > 0) {
      const answer = await agent.request({ origin, path, method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

process.send?.({ type: 'ready', url: '' });
