import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asvsPages, exclusionsIn, filesIn, levelsOf, requirementsIn, results } from './asvs-docs.mjs';
import { read, readJson, root } from './docs-sections.mjs';

const sections = readJson('tools/asvs-levels.json');
const levels = levelsOf(sections);
const text = asvsPages.map(read).join('\n');
const rows = requirementsIn(text);
const exclusions = exclusionsIn(text, levels);

describe('the verification against OWASP ASVS', () => {
  it('The list of requirements is that of release 5.0.0', () => {
    const all = Object.values(sections).join('');
    expect(all).toHaveLength(345);
    expect([...all].filter((level) => level === '1')).toHaveLength(70);
    expect(levels.size).toBe(253);
  });

  it('The pages list each requirement of levels 1 and 2 exactly once, with its level', () => {
    const listed = [...rows, ...exclusions].map(({ id }) => id);
    expect(listed.toSorted()).toEqual([...levels.keys()].toSorted());
    for (const { id, level } of rows) expect([id, level]).toEqual([id, levels.get(id)]);
  });

  it('Each requirement is met, has an exception or is open, and a met one names a file', () => {
    for (const { id, result, evidence } of rows) {
      expect([id, results]).toEqual([id, expect.arrayContaining([result])]);
      if (result === 'met') expect([id, filesIn(evidence)]).not.toEqual([id, []]);
    }
  });

  it.each([...asvsPages, 'docs/operator/security.md', 'docs/operator/personal-data.md'])(
    'Each file that %s names exists',
    (path) => {
      const missing = filesIn(read(path)).filter((name) => !existsSync(join(root, name)));
      expect(missing).toEqual([]);
    },
  );

  it('Commands, routes and settings in backquotes are not read as files', () => {
    const files = ['docs/user/api.md', '.env.example', '.dockerignore', 'Dockerfile', 'test/security'];
    const others = [
      'cli sessions end',
      '/v1/status',
      'SVC_DEBUG=1',
      'no-store',
      'svc_session',
      'text/html; charset=utf-8',
    ];
    const text = [...files, ...others].map((name) => `\`${name}\``).join(' ');
    expect(filesIn(text)).toEqual(files);
  });
});
