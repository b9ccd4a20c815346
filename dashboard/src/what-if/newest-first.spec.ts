import { NewestFirst } from './newest-first';

describe('the requests of a moved control', () => {
  const started: number[] = [];
  let finish: (result: string) => void = () => undefined;
  const open = () =>
    new NewestFirst<number, string>(
      (request) => {
        started.push(request);
        return new Promise((resolve) => (finish = resolve));
      },
      () => undefined,
    );
  const settle = async (result: string) => {
    finish(result);
    await new Promise((resolve) => setTimeout(resolve));
  };
  beforeEach(() => (started.length = 0));

  it('Positions that a control passes while the engine is busy are dropped, and the last one is computed next', async () => {
    const engine = open();
    for (const position of [1, 2, 3, 4]) engine.want([position]);
    await settle('one');
    await settle('four');
    expect(started).toEqual([1, 4]);
    expect([1, 2, 4].map((position) => engine.of(position))).toEqual([
      { result: 'one' },
      undefined,
      { result: 'four' },
    ]);
  });

  it('Wanted requests are computed one by one in their order, and a known result is not computed again', async () => {
    const engine = open();
    engine.want([1, 2]);
    await settle('one');
    engine.want([1, 2, 3]);
    await settle('two');
    await settle('three');
    engine.want([2]);
    expect(started).toEqual([1, 2, 3]);
  });
});
