// Lints terms of several words, which cspell cannot flag: node tools/lint-terms.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Terms that texts must not use. Identifiers such as `/v1/case-studies` and `case_studies:read` have no space. */
const terms = [
  { pattern: /\bcase\s+stud(?:y|ies)\b/giu, use: 'workflow' },
  { pattern: /\bcatalog\s+entr(?:y|ies)\b/giu, use: 'workflow' },
];

/** The one text that explains why the contract has another name for workflows. Its tag is part of the OpenAPI document. */
const explanation = 'Paths and scopes name a workflow with its evidence a case study.';

/** Returns one line for each forbidden term of a text. */
export function findTerms(text) {
  const checked = text.replace(explanation, (part) => ' '.repeat(part.length));
  return terms.flatMap(({ pattern, use }) =>
    [...checked.matchAll(pattern)].map(
      ({ 0: found, index }) => `${text.slice(0, index).split('\n').length}: write "${use}" instead of "${found}"`,
    ),
  );
}

const folders = [
  'docs',
  'src',
  'model',
  'questions',
  'view',
  'dashboard',
  'demo',
  'embedded',
  'bench',
  'prisma',
  'test',
  'clients',
];
const isText = (path) => /\.(md|ts|tsx|html|json|prisma)$/.test(path) && !/\/(generated|node_modules)\//.test(path);

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${String(path)}`)
    .filter((path) => isText(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const top = readdirSync(root).filter((path) => path.endsWith('.md'));
  const files = [...top, ...folders.flatMap((folder) => filesIn(folder)), 'dist/openapi.json'];
  const problems = files.flatMap((path) =>
    findTerms(readFileSync(join(root, path), 'utf8')).map((problem) => `${path}:${problem}`),
  );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
