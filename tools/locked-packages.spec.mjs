import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { projectFolder } from '../embedded/project.js';

const read = (name) => JSON.parse(readFileSync(join(projectFolder, name), 'utf8'));
const { engines, allowScripts } = read('package.json');
const lockedPackages = Object.entries(read('package-lock.json').packages).filter(([path]) => path !== '');
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the locked packages', () => {
  it('Every locked package supports the oldest Node version that this project supports', () => {
    const oldestNode = `${engines.node.replace('>=', '')}.0`;
    const unsupported = lockedPackages.filter(
      ([, { engines: required }]) => required?.node !== undefined && !satisfies(oldestNode, required.node),
    );
    expect(unsupported.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
  });

  it('No locked package is deprecated', () => {
    const deprecated = lockedPackages.filter(([, locked]) => locked.deprecated !== undefined);
    expect(deprecated.map(([path]) => path)).toEqual([]);
  });

  it('package.json states for each install script whether npm may run it', () => {
    const withScript = lockedPackages.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript.map(([path]) => nameOf(path)))].sort());
  });
});
