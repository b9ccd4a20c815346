import { Piscina } from 'piscina';
import type { Tier } from '../common/identity/caller.js';
import type { Priority } from '../config/plans.js';
import { EngineTasks, StageClock } from './engine-tasks.js';

type Task = Parameters<EngineTasks['push']>[0];

const task = (tier: Tier, number = 0, priority: Priority = 'paying') =>
  ({ [Piscina.queueOptionsSymbol]: { tier, priority }, number }) as unknown as Task;
const tierOf = (it: Task | null) =>
  (it as unknown as Record<symbol, { tier: Tier }> | null)?.[Piscina.queueOptionsSymbol]?.tier;

describe('EngineTasks', () => {
  it('Live tasks run before sandbox tasks, and each tier runs in order of arrival', () => {
    const tasks = new EngineTasks();
    const [sandbox, first, second] = [task('sandbox'), task('live', 1), task('live', 2)];
    for (const each of [sandbox, first, second]) tasks.push(each);
    expect([tasks.shift(), tasks.shift(), tasks.shift(), tasks.shift()]).toEqual([first, second, sandbox, null]);
  });

  it('One task in four belongs to the sandbox tier while both tiers wait', () => {
    const tasks = new EngineTasks();
    for (let count = 0; count < 3; count++) tasks.push(task('sandbox'));
    const given: (Tier | undefined)[] = [];
    for (let turn = 0; turn < 12; turn++) {
      tasks.push(task('live'));
      given.push(tierOf(tasks.shift()));
    }
    expect(given.filter((tier) => tier === 'sandbox')).toHaveLength(3);
    expect(given.slice(0, 4)).toEqual(['live', 'live', 'live', 'sandbox']);
  });

  it('A tier does not accumulate turns while it waits alone', () => {
    const tasks = new EngineTasks();
    for (let count = 0; count < 10; count++) {
      tasks.push(task('live'));
      tasks.shift();
    }
    tasks.push(task('sandbox'));
    tasks.push(task('live'));
    expect(tierOf(tasks.shift())).toBe('live');
  });

  it('Tasks of free plans run only while no task of a paying plan waits, in either tier, and those of unverified organizations last', () => {
    const tasks = new EngineTasks();
    const unverified = task('sandbox', 0, 'unverified');
    const free = [1, 2].map((number) => task('sandbox', number, 'verified'));
    const paying = [task('sandbox', 3), task('live', 4), task('sandbox', 5)];
    for (const each of [unverified, ...free, ...paying]) tasks.push(each);
    const order = Array.from({ length: 6 }, () => tasks.shift());
    expect(order.slice(0, 3)).toEqual(expect.arrayContaining(paying));
    expect(order.slice(3)).toEqual([...free, unverified]);
  });

  it('A removed task is not run', () => {
    const tasks = new EngineTasks();
    const [remaining, removed] = [task('live', 1), task('live', 2)];
    tasks.push(removed);
    tasks.push(remaining);
    tasks.remove(removed);
    expect([tasks.size, tasks.shift(), tasks.size]).toEqual([1, remaining, 0]);
  });
});

describe('StageClock', () => {
  afterEach(() => jest.restoreAllMocks());

  it('The durations of a repeated stage are added up, and the periods follow each other without gaps', () => {
    const times = [0, 5, 7, 10, 20];
    jest.spyOn(performance, 'now').mockImplementation(() => times.shift()!);
    const clock = new StageClock();
    for (const stage of ['people', 'choices', 'people', 'digest']) clock.end(stage);
    const start = performance.timeOrigin;
    expect(clock.periods()).toEqual([
      { name: 'engine.people', startMs: start, endMs: start + 8 },
      { name: 'engine.choices', startMs: start + 8, endMs: start + 10 },
      { name: 'engine.digest', startMs: start + 10, endMs: start + 20 },
    ]);
  });
});
