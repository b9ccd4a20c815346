import { longForms, staleLongRuns } from './long-runs.mjs';

const passed = { commit: 'abc', seed: 1, date: '2026-11-24', result: 'passed' };
const records = (changes = {}) => ({ ...Object.fromEntries(longForms.map((name) => [name, passed])), ...changes });
const inHistory = (age) => (commit) => (commit === 'unknown' ? undefined : age);

describe('the records of the long forms', () => {
  it('A long form that passed in the last 200 commits gets no warning', () => {
    expect(staleLongRuns(records(), inHistory(200))).toEqual([]);
  });

  it('A long form that last passed more than 200 commits ago gets a warning with its command', () => {
    expect(staleLongRuns(records(), inHistory(201))).toHaveLength(longForms.length);
    expect(staleLongRuns(records(), inHistory(201))[0]).toBe(
      'The last run of `npm run test:calibration` was 201 commits ago.',
    );
  });

  it.each([
    ['never ran', undefined],
    ['failed', { ...passed, result: 'failed' }],
    ['ran on a commit of another history', { ...passed, commit: 'unknown' }],
  ])('A long form that %s gets a warning with its command', (_, record) => {
    expect(staleLongRuns(records({ 'test:long': record }), inHistory(3))).toEqual([
      'No successful run of `npm run test:long` is recorded in this history.',
    ]);
  });

  it('Files without a git repository get no warning', () => {
    expect(staleLongRuns({}, () => undefined)).toEqual([]);
  });
});
