import { StageClock } from './engine-tasks.js';

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
