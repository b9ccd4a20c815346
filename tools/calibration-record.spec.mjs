import { readFileSync } from 'node:fs';
import { calibrationRecord, recordFile } from './calibration-record.mjs';

const command = 'Fit all workflows again: npm run test:calibration';
const recorded = JSON.parse(readFileSync(recordFile, 'utf8'));
const current = calibrationRecord();

describe('the record of the last calibration of all workflows', () => {
  it('The code that calibrates is the code that reproduced the catalog', () => {
    if (current.code !== recorded.code) throw new Error(`The calibration or the engine changed. ${command}`);
  });

  it('Each workflow has the spec, the definition and the data that were fitted', () => {
    const changed = Object.keys(current.workflows).filter(
      (slug) => current.workflows[slug] !== recorded.workflows[slug],
    );
    if (changed.length > 0)
      throw new Error(`The spec, definition or data of ${changed.join(', ')} changed. ${command}`);
  });
});
