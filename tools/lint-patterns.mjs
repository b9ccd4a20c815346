// Rejects regular expressions whose time grows faster than the text: npm run lint:patterns
// All of the code that reads texts of callers is checked: literals, and expressions that modules compose when they load.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';
import { filesIn } from './tests/content.mjs';

const root = join(import.meta.dirname, '..');
const folders = ['src', 'model', 'questions', 'view'];

const sourcesIn = (all) =>
  all.flatMap(filesIn).filter((path) => /\.tsx?$/.test(path) && !/\.spec\.|\/testing\//.test(path));

/** The parts of a regular expression that can be matched in several ways, or are tried again from each position. Empty if there are none. */
export function slowPartsOf({ source, flags }) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  return reports.map(({ type, exponential, quant, startQuant, endQuant }) => {
    const parts = [quant, startQuant, endQuant].flatMap((part) => part?.raw ?? []);
    return `${[...new Set(parts)].join(' and ')} (${exponential ? 'exponential' : 'polynomial'}, ${type})`;
  });
}

/** The regular expressions in the code of a file, with their lines. */
export function literalsIn(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source, flags] = /^\/([^]*)\/([a-z]*)$/.exec(node.text);
      found.push({ place: `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The regular expressions that modules of the service compose when they load. */
async function composed() {
  const found = [];
  const Original = RegExp;
  const record = (args) => {
    const expression = Reflect.construct(Original, args);
    const caller = new Error().stack.split('\n').find((line) => /\/dist\/(src|model|questions|view)\//.test(line));
    if (caller !== undefined && !new Error().stack.includes('/node_modules/'))
      found.push({
        place: caller
          .trim()
          .replace(/.*\/dist\//, '')
          .replace(/\)$/, ''),
        source: expression.source,
        flags: expression.flags,
      });
    return expression;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (_, args) => record(args),
    apply: (_, __, args) => record(args),
  });
  await import('../dist/src/app.module.js');
  await import('../dist/src/worker.module.js');
  for (const path of sourcesIn(['model', 'questions', 'view']))
    await import(`../dist/${path.replace(/\.tsx?$/, '.js')}`);
  globalThis.RegExp = Original;
  return found;
}

async function lint() {
  const all = [
    ...sourcesIn(folders).flatMap((path) => literalsIn(path, readFileSync(join(root, path), 'utf8'))),
    ...(await composed()),
  ];
  const problems = all.flatMap((one) => slowPartsOf(one).map((part) => `${one.place}: ${part}`));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0)
    console.error('Write it so that each text is matched in one way, or use methods of strings.');
  console.error(`${all.length} regular expressions, ${problems.length} problems.`);
  return problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void lint().then((code) => process.exit(code));
