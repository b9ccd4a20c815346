import { comparedWith, problemOf, slownessOf } from './budget.mjs';

/** Twenty files of 1 to 20 s. */
const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`src/${at}.spec.ts`, at + 1]));
const recorded = { all: 300, files };
const times = (factor, seconds = files) =>
  Object.fromEntries(Object.entries(seconds).map(([path, one]) => [path, factor * one]));
const limit = 300;
/** Measures files again as the run did. */
const same = (run) => (paths) => Object.fromEntries(paths.map((path) => [path, run.files[path]]));
const grown = { all: 300 + 100, files: { ...files, 'src/0.spec.ts': 101 } };

describe('the budget of processor time', () => {
  it('A run like the record is within its limit, and no file is measured again', () => {
    const measured = [];
    expect(problemOf(recorded, recorded, limit, (paths) => measured.push(...paths))).toBeUndefined();
    expect(measured).toEqual([]);
  });

  it('A machine that is six times as slow changes nothing', () => {
    const slow = { all: 6 * 300, files: times(6) };
    expect(slownessOf(slow.files, files)).toBe(6);
    expect(comparedWith(recorded, slow)).toEqual({ slowness: 6, all: 300, grown: [] });
    expect(problemOf(slow, recorded, limit, same(slow))).toBeUndefined();
  });

  it('A run above the limit by more than a quarter in two measurements is a problem, which names the files that grew', () => {
    const problem = problemOf(grown, recorded, limit, same(grown));
    expect(problem).toMatch(/needs 400 s of processor time in two measurements; the limit is 300 s and a quarter/);
    expect(problem).toMatch(/Grown since the last record: src\/0\.spec\.ts \(\+100\.0 s\)\./);
    expect(problem).toMatch(/Move a test to the full level/);
  });

  it('The second measurement has its own speed: files that are slow only because the machine is slow have not grown', () => {
    const slowThen = (paths) => times(3, Object.fromEntries(paths.map((path) => [path, files[path]])));
    expect(problemOf(grown, recorded, limit, slowThen)).toBeUndefined();
    const slowAndGrown = (paths) => times(3, Object.fromEntries(paths.map((path) => [path, grown.files[path]])));
    expect(problemOf(grown, recorded, limit, slowAndGrown)).toMatch(/needs 400 s/);
  });

  it('A file that was slow in one measurement only is no problem', () => {
    expect(problemOf(grown, recorded, limit, () => files)).toBeUndefined();
  });

  it('A run above the limit by less than a quarter is no problem, so that a change need not wait for a record', () => {
    const larger = { all: 370, files: { ...files, 'src/0.spec.ts': 71 } };
    expect(problemOf(larger, recorded, limit, same(larger))).toBeUndefined();
  });

  it('A new file counts in full', () => {
    const run = { all: 400, files: { ...files, 'src/new.spec.ts': 100 } };
    expect(comparedWith(recorded, run).grown).toEqual([{ path: 'src/new.spec.ts', by: 100 }]);
    expect(problemOf(run, recorded, limit, same(run))).toMatch(/src\/new\.spec\.ts \(\+100\.0 s\)/);
  });
});
