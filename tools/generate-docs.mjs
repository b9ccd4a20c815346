// Writes the generated parts of the documentation and the plots of the workflows: npm run docs:generate
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitions, generatedFiles, readJson, root } from './docs-sections.mjs';
import { staleHeldOut } from './validation-docs.mjs';

const modules = await Promise.all(
  [
    ...['src/config/plans', 'src/config/setting-list', 'src/platform/logging/security-events'],
    ...['src/auth/capabilities/capabilities', 'model/analyses'],
  ].map((name) => import(`../dist/${name}.js`)),
);
const files = generatedFiles(Object.assign({}, ...modules));
const plots = join(root, 'docs/images/validation');
rmSync(plots, { recursive: true, force: true });
mkdirSync(plots, { recursive: true });
for (const [path, text] of files) writeFileSync(join(root, path), text);
process.stdout.write(`${files.size} files are current\n`);

const stale = staleHeldOut(readJson('docs/validation/held-out.json'), definitions);
if (stale.length > 0) {
  process.stderr.write(
    `docs/validation/held-out.json is older than ${stale.join(', ')}. Run: npm run bench -- held-out --record\n`,
  );
  process.exitCode = 1;
}
