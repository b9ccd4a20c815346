import SlowFileReporter from './report-slow-files.mjs';

function errorOf(cpuMs) {
  const reporter = new SlowFileReporter({ rootDir: '/project' });
  for (const [index, one] of cpuMs.entries())
    reporter.onTestResult({ path: `/project/${index}.spec.ts` }, { perfStats: { cpuMs: one } });
  reporter.onRunComplete();
  return reporter.getLastError();
}

describe('the budget of processor time of a test file', () => {
  beforeAll(() => jest.spyOn(process.stderr, 'write').mockReturnValue(true));
  afterAll(() => jest.restoreAllMocks());

  it('A file over its share of the run fails it, and a slow machine alone does not', () => {
    const slowMachine = Array(250).fill(60_000);
    expect(errorOf(slowMachine)).toBeUndefined();
    expect(errorOf([700, ...Array(249).fill(60)])).toMatchObject({ message: expect.stringContaining('budget') });
    expect(errorOf([700, 60])).toBeUndefined();
  });
});
