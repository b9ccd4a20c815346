import { nodeTooOld } from './node-version.mjs';

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('%s will do', (version) => {
    expect(nodeTooOld(version)).toBeUndefined();
  });

  it.each(['18.20.4', '20.18.3', '20.9.0'])('%s is refused in one line that says what to install', (version) => {
    expect(nodeTooOld(version)).toBe(`Node ${version} is too old; install Node 20.19 or newer from https://nodejs.org`);
  });
});
