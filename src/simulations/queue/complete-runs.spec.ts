import { inStatements, type FinishedRun } from './complete-runs.js';

const finished = (megabytes: number) =>
  ({
    summary: new Uint8Array(1),
    summaryDetails: null,
    stored: { agents: new Uint8Array(megabytes * 1024 * 1024), events: null },
  }) as unknown as FinishedRun;

describe('inStatements', () => {
  it('Runs share a statement up to 16 MiB, and a larger run has its own', () => {
    const sizes = [6, 6, 6, 20, 1, 2].map(finished);
    const parts = inStatements(sizes);
    expect(parts.map((part) => part.map((run) => sizes.indexOf(run)))).toEqual([[0, 1], [2], [3], [4, 5]]);
    expect(inStatements([])).toEqual([]);
  });
});
