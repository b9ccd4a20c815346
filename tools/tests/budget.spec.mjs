import { costsOf, exceededLimits, groupOf, readBudget } from './budget.mjs';

const budget = {
  yardstick: 0.2,
  file: 5,
  group: 8,
  all: { seconds: 100 },
  groups: { checks: { seconds: 50 }, model: { seconds: 10 }, 'shared service and Jest': { seconds: 20 } },
  files: { 'model/large.spec.ts': { seconds: 8, reason: 'the largest model' } },
};
const timesOf = (files, yardstick = 0.2) =>
  Object.entries(files).map(([path, seconds]) => ({ path, seconds, yardstick }));
const files = { 'model/a.spec.ts': 2, 'model/large.spec.ts': 7 };
const run = (changes = {}) => ({ files: timesOf(files), checks: 40, all: 60, ...changes });
const recorded = costsOf(run(), budget);
const problemsOf = (changes, limits = budget) => exceededLimits(costsOf(run(changes), limits), limits, recorded);

describe('the budget of processor time', () => {
  it('A run within all limits has no problems', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('A file above the limit of files is named, with what to do', () => {
    const problems = problemsOf({ files: timesOf({ ...files, 'model/b.spec.ts': 5.2 }) });
    expect(problems[0]).toBe('model/b.spec.ts needs 5.2 s (limit 5 s)');
    expect(problems.at(-1)).toMatch(/Move a test to the full level .* make it smaller, or pay by another file/);
  });

  it('A file with a limit of its own is checked against this limit', () => {
    expect(problemsOf({ files: timesOf({ 'model/large.spec.ts': 8.1 }) })[0]).toContain('(limit 8 s)');
  });

  it('A group above its limit fails the run and names the files that grew since the last record', () => {
    const grown = timesOf({ ...files, 'model/a.spec.ts': 4.5 });
    expect(problemsOf({ files: grown })[0]).toBe(
      'The group model needs 11.5 s (limit 10 s); grown since the last record: model/a.spec.ts (+2.5 s)',
    );
  });

  it('A whole run above its limit fails, although each file and group is within its own', () => {
    const tight = { ...budget, all: { seconds: 59 } };
    expect(problemsOf({}, tight)[0]).toBe('All tests and checks need 60 s (limit 59 s)');
  });

  it('A slow machine changes nothing, because limits are relative to the yardstick', () => {
    const slow = Object.fromEntries(Object.entries(files).map(([path, seconds]) => [path, 6 * seconds]));
    const times = { checks: 6 * 40, all: 6 * 60 };
    expect(problemsOf({ ...times, files: timesOf(slow, 1.2) })).toEqual([]);
    expect(problemsOf({ ...times, files: timesOf(slow) })).not.toEqual([]);
  });

  it('A file that ran while the machine was slow is measured by the yardstick of this time', () => {
    const filesOf = (folder, seconds, yardstick) =>
      Array.from({ length: 30 }, (_, at) => ({
        path: `${folder}/${at}.spec.ts`,
        seconds,
        // Not each file measures the yardstick.
        yardstick: at % 3 === 0 ? yardstick : undefined,
      }));
    const costs = costsOf(
      { files: [...filesOf('src', 0.1, 0.2), ...filesOf('view', 18, 1.2)], checks: 10, all: 600 },
      budget,
    );
    expect(costs.files).toMatchObject({ 'src/0.spec.ts': 0.1, 'view/29.spec.ts': 3 });
  });

  it('A raised limit replaces the first one', () => {
    const raised = { ...budget.groups, checks: { seconds: 30, raised: [{ seconds: 45, reason: 'a new check' }] } };
    expect(problemsOf({}, { ...budget, groups: raised })).toEqual([]);
  });

  it('A group without a limit of its own has the limit of small groups', () => {
    expect(problemsOf({ files: timesOf({ 'view/a.spec.ts': 4, 'view/b.spec.ts': 4.5 }) })[0]).toBe(
      'The group view needs 8.5 s (limit 8 s); grown since the last record: view/b.spec.ts (+4.5 s), view/a.spec.ts (+4.0 s)',
    );
  });

  it.each([
    ['model/math/a.spec.ts', 'model'],
    ['test/e2e/a.spec.ts', 'test/e2e'],
    ['dashboard/src/a.spec.tsx', 'dashboard'],
    ['src/app.spec.ts', 'src'],
  ])('%s is in the group %s', (path, group) => {
    expect(groupOf(path)).toBe(group);
  });
});

describe('test/budget.yaml', () => {
  const { all, groups, files } = readBudget();

  it('Each raised limit and each limit of a single file has a reason', () => {
    const raises = [all, ...Object.values(groups)].flatMap(({ raised = [] }) => raised);
    for (const limit of [...raises, ...Object.values(files)])
      expect(limit).toEqual({ seconds: expect.any(Number), reason: expect.stringMatching(/\w+ \w+/) });
  });
});
