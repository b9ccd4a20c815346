// cspell:ignore streamsearch (name of a package)
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { projectFolder } from '../../embedded/project.js';

const read = (name) => JSON.parse(readFileSync(join(projectFolder, name), 'utf8'));
const { engines, scripts } = read('package.json');
const packagesOf = (name) => Object.entries(read(name).packages).filter(([path]) => path !== '');
const lockedPackages = packagesOf('package-lock.json');
const otherLocks = ['docs/site', 'tools/chromium', 'tools/generators'].map((folder) => `${folder}/package-lock.json`);
const allPackages = [...lockedPackages, ...otherLocks.flatMap(packagesOf)];
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const npmRegistry = 'https://registry.npmjs.org/';

/** Licenses of production packages that need no further check. */
const allowedLicenses = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT-0',
    'PSF-2.0',
    'Unlicense',
  ],
]);

/** Packages with another license, or whose license is not in the lock file, with the license that was checked by hand. */
const checkedLicenses = {
  busboy: 'MIT, in an old form of package.json',
  'passport-http-bearer': 'MIT, in an old form of package.json',
  'passport-strategy': 'MIT, in an old form of package.json',
  pause: 'MIT, in its readme',
  streamsearch: 'MIT, in an old form of package.json',
};

/** Development tools that name a newer Node. The parts that the project uses run on its oldest version. */
const newerNode = [
  // `nest`: its commands run in test/integration/development-commands.full.spec.ts.
  ...['@angular-devkit/core', '@angular-devkit/schematics', '@angular-devkit/schematics-cli', '@nestjs/schematics'],
  '@nestjs/cli/node_modules/commander',
  // Only `prisma dev`, which nothing here uses, loads it.
  '@prisma/streams-local',
].map((name) => `node_modules/${name}`);

describe('the locked packages', () => {
  it('Every locked package supports the oldest Node version that this project supports, except for known tools', () => {
    const oldestNode = `${engines.node.replace('>=', '')}.0`;
    const unsupported = allPackages.filter(
      ([, { engines: required }]) => required?.node !== undefined && !satisfies(oldestNode, required.node),
    );
    expect(unsupported.map(([path]) => path).sort()).toEqual(newerNode.sort());
    expect(unsupported.filter(([, { dev, devOptional }]) => !dev && !devOptional)).toEqual([]);
  });

  it('The installed packages take at most 900 MB', () => {
    const folder = join(projectFolder, 'node_modules');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      ({ parentPath }) => !parentPath.startsWith(join(folder, '.cache')),
    );
    // `blocks` counts the space on the disk in units of 512 bytes.
    const bytes = files.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).blocks * 512, 0);
    expect(bytes / 1024 ** 2).toBeLessThan(900);
  });

  it('No locked package is deprecated', () => {
    const deprecated = allPackages.filter(([, locked]) => locked.deprecated !== undefined);
    expect(deprecated.map(([path]) => path)).toEqual([]);
  });

  it('npm runs no install script of a package', () => {
    expect(readFileSync(join(projectFolder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  it('No script of package.json needs a pre or post script, which npm does not run without install scripts', () => {
    const names = Object.keys(scripts);
    expect(names.filter((name) => names.includes(name.replace(/^(pre|post)/, '')) && /^(pre|post)/.test(name))).toEqual(
      [],
    );
  });

  it('Each production package has an allowed license, or one that was checked by hand', () => {
    const production = lockedPackages.filter(([, { dev, devOptional }]) => !dev && !devOptional);
    const others = production.filter(([, { license }]) => !allowedLicenses.has(license));
    expect([...new Set(others.map(([path]) => nameOf(path)))].sort()).toEqual(Object.keys(checkedLicenses).sort());
  });

  it('Each package has a checksum, and none comes from another place than the npm registry', () => {
    const others = allPackages.filter(
      ([, { resolved, integrity, link }]) =>
        link || !(resolved ?? npmRegistry).startsWith(npmRegistry) || !integrity?.startsWith('sha512-'),
    );
    expect(others.map(([path]) => path)).toEqual([]);
  });
});
