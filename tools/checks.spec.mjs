import { contentsOf } from './checks.mjs';

const all = ['lint', 'lint:words', 'lint:patterns', 'lint:imports', 'lint:database', 'lint:docs', 'format:check'];

it.each([
  ['package-lock.json', all],
  ['src/main.ts', ['lint', 'lint:words', 'lint:patterns', 'lint:imports', 'format:check']],
  ['src/main.spec.ts', ['lint', 'lint:imports', 'format:check']],
  ['test/e2e/runs.spec.ts', ['lint', 'lint:imports', 'format:check']],
  ['prisma/schema.prisma', ['lint', 'lint:words', 'lint:database', 'format:check']],
  ['docs/user/keys.md', ['lint:words', 'lint:docs', 'format:check']],
  ['.oxlintrc.json', ['lint', 'lint:words', 'format:check']],
])('After a change of %s, the checks run again that read it', (path, expected) => {
  const [before, after] = ['a', 'b'].map((hash) =>
    contentsOf([
      ['README.md', 'x'],
      [path, hash],
    ]),
  );
  expect(all.filter((name) => before[name] !== after[name])).toEqual(expected);
});
