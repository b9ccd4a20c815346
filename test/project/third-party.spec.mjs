import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import { noticesOf, readList } from '../../tools/third-party.mjs';

const read = (name) => JSON.parse(readFileSync(join(projectFolder, name), 'utf8'));
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the packages in the bundles', () => {
  it('Each package whose code is in a bundle is a production package, so that the audit and the license check include it', () => {
    const production = Object.entries(read('package-lock.json').packages).filter(
      ([path, { dev }]) => path !== '' && !dev,
    );
    const names = new Set(production.map(([path, { version }]) => `${nameOf(path)}@${version}`));
    const bundled = ['service', 'dashboard', 'simulator'].flatMap(readList);
    expect(bundled.length).toBeGreaterThan(200);
    expect(bundled.map(({ name, version }) => `${name}@${version}`).filter((one) => !names.has(one))).toEqual([]);
    expect(readList('loaded').filter((name) => !(name in read('package.json').dependencies))).toEqual([]);
  });

  it.each(['dashboard', 'simulator'])('The %s is sent with the license text of each package in it', (part) => {
    const folder = { dashboard: 'dist/dashboard', simulator: 'dist/dashboard/simulator' }[part];
    const notices = readFileSync(join(projectFolder, folder, 'third-party-notices.txt'), 'utf8');
    const packages = readList(part);
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'zod', '@observablehq/plot']));
    for (const { name, version, licenseText } of packages) {
      expect(notices).toContain(`\n${name} ${version} (`);
      expect(notices).toContain(licenseText.replaceAll('\r', '').trim());
    }
  });

  it('Packages with the same license text share it, and a package without one gets the text of its license', () => {
    const permission = 'Permission is granted, free of charge.';
    const list = [
      { name: 'b', version: '2.0.0', license: 'ISC', licenseText: `Copyright B\r\n\r\n${permission}\n` },
      { name: 'a', version: '1.0.0', license: 'ISC', licenseText: `Copyright B\n\n${permission}` },
      { name: 'boolbase', version: '1.0.0', license: 'ISC', licenseText: '' },
    ];
    const notices = noticesOf(list);
    expect(notices).toContain(`\na 1.0.0 (ISC)\nb 2.0.0 (ISC)\n\nCopyright B\n\n${permission}\n`);
    expect(notices).toContain(`\nboolbase 1.0.0 (ISC)\n\nCopyright (c) Felix Boehm <me@feedic.com>\n\n${permission}\n`);
    expect(() => noticesOf(list.slice(2))).toThrow('boolbase has no license text');
  });
});
