import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { workflowPage } from '../../docs/site/workflow-page.mjs';
import { ClientPrograms } from '../support/client-programs.js';
import { projectFolder } from '../support/operator.js';
import { findPython } from '../support/python.js';
import { bootstrap, runFile } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';
import { ApiClient } from '../support/api-client.js';

type Language = 'sh' | 'ts' | 'python';

/** The snippets of `docs` that users and analysts can run. Blocks of `console` install something or need an operator: no test runs them. */
const folders = ['docs/user', 'docs/analyst'];
const snippetPattern = /^```(sh|ts|python)\n([^]*?)^```$(?:\n\n```text\n([^]*?)^```$)?/gm;

const pages = [
  'README.md',
  ...folders.flatMap((folder) =>
    readdirSync(join(projectFolder, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`)
      .filter((name) => snippetsOf(read(name)).length > 0),
  ),
];
/** All snippets of a language, in the order of the pages. */
const codesIn = (language: Language) =>
  pages.flatMap((name) =>
    snippetsOf(read(name)).flatMap((snippet) => (snippet.language === language ? snippet.code : [])),
  );
const catalog = join(projectFolder, 'catalog');
const workflows = readdirSync(catalog).filter((file) => file.endsWith('.json'));

const hasShell = ['bash', 'jq'].every((command) => spawnSync(command, ['--version']).status === 0);
const isMissing: Record<Language, boolean> = { sh: !hasShell, ts: false, python: findPython() === undefined };

function read(name: string): string {
  return readFileSync(join(projectFolder, name), 'utf8');
}

/** The snippets of a page. `output` is the text of the block after a snippet: what it prints. */
function snippetsOf(text: string) {
  return Array.from(text.matchAll(snippetPattern), ([, language, code, output]) => ({
    ...{ language: language as Language, code: code! },
    output,
  }));
}

/** Ids differ from run to run. In a table, the columns keep their place. */
const withoutIds = (output: string) =>
  output.replace(/\b([a-z]+_)[0-9a-f]{32}( {2})?/g, (id, prefix: string, gap?: string) =>
    `${prefix}…`.padEnd(gap ? id.length : 0),
  );

/** The README starts a service of its own, which the tests replace. */
const withOwnService = (code: string) =>
  code
    .replace(/^npm .*\n/gm, '')
    .replace(/^FIRST_KEY=.*\n/m, '')
    .replace(/^KEY=\$\([^]*?\)\n/m, 'KEY=$SVC_API_KEY\n')
    .replace(/^ID=sim_….*$/m, '')
    .replaceAll('http://127.0.0.1:3000', '$SVC_URL');

/** Stores the codes of error responses in the file `errors`, because `curl` ends successfully. */
const prelude = `set -eu
curl() {
  command curl --fail-with-body "$@" > response || jq -r .error response >> errors
  cat response
}
`;
const separator = '\u001e\n';
const printSeparator = { sh: "printf '\\036\\n'\n", ts: "console.log('\\u001e');\n", python: "print('\\x1e')\n" };

describe('the snippets of the documentation', () => {
  let programs: ClientPrograms;
  let completedId: string;
  /** The modules of the snippets in TypeScript, which are compiled together. */
  let modules: Promise<Map<string, string>> | undefined;

  beforeAll(async () => {
    const { key } = await bootstrap();
    const { url } = runFile();
    programs = await ClientPrograms.create('docs-snippets', { url, key });
    completedId = (await simulate(new ApiClient(url, key), { agent_count: 100 })).id;
  });
  afterAll(() => programs.remove());

  async function compiled(): Promise<Map<string, string>> {
    const codes = codesIn('ts');
    const files = await programs.compile(codes.map((code) => code + printSeparator.ts));
    return new Map(codes.map((code, k) => [code, files[k]!]));
  }

  /** Runs the snippets of one language of a page. Shell snippets share their variables and a folder. */
  async function outputsOf(page: string, language: Language, sources: readonly string[]): Promise<string[]> {
    const codes = sources.map((code) => withOwnService(code) + printSeparator[language]);
    const start = `mkdir ${page} && cd ${page}\nID=${completedId}\n${prelude}`;
    const printed = {
      sh: () => programs.bash(start + codes.join('')),
      ts: async () => {
        const files = await (modules ??= compiled());
        return programs.node(sources.map((code) => files.get(code)!));
      },
      python: () => programs.python(codes.join('')),
    };
    const outputs = (await printed[language]()).split(separator).slice(0, -1);
    expect(outputs).toHaveLength(sources.length);
    return outputs.map(withoutIds);
  }

  /** The codes of the errors that the shell snippets of a page got. */
  function errorsOf(page: string): string[] {
    const file = join(programs.folder, page, 'errors');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  it.concurrent.each(pages)('Each snippet of %s runs and prints what the page shows', async (name) => {
    const text = read(name);
    const page = basename(name, '.md');
    let shown = text;
    for (const language of ['sh', 'ts', 'python'] as const) {
      const own = snippetsOf(text).filter((snippet) => snippet.language === language);
      if (own.length === 0 || isMissing[language]) continue;
      const outputs = await outputsOf(
        page,
        language,
        own.map(({ code }) => code),
      );
      own.forEach(({ code, output }, k) => {
        if (output === undefined) return;
        const block = (content: string) => `${code}\`\`\`\n\n\`\`\`text\n${content}\`\`\``;
        shown = shown.replace(block(output), () => block(outputs[k]!));
      });
    }
    if (process.env['SVC_UPDATE_DOCS'] === '1') writeFileSync(join(projectFolder, name), shown);
    else expect(shown).toBe(text);
    // A page names each error that its snippets get.
    expect(errorsOf(page).filter((code) => !text.includes(`${code}`))).toEqual([]);
  });

  (isMissing.python ? it.skip : it)('Each snippet in Python has valid types', async () => {
    expect(await programs.mypy(codesIn('python'))).toMatch(/^Success/);
  });

  (hasShell ? it : it.skip)('The request on the page of each workflow runs', async () => {
    expect(workflows).toHaveLength(18);
    const sources = workflows.map((file) => {
      const [snippet] = snippetsOf(workflowPage(JSON.parse(readFileSync(join(catalog, file), 'utf8')) as object));
      return snippet!.code;
    });
    const outputs = await outputsOf('workflow-pages', 'sh', sources);
    const statuses = outputs.map((output) => (JSON.parse(output) as { data: { status: string } }).data.status);
    expect(new Set(statuses)).toEqual(new Set(['completed']));
  });
});
