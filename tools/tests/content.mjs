// Content of the project's files, without what cannot change a test: comments and types.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';

export const projectFolder = join(import.meta.dirname, '../..');
const cacheFile = join(projectFolder, 'node_modules/.cache/simulation-service/content.json');

const isSource = (path) => /\.(ts|tsx|mjs)$/.test(path);
const isIgnored = (name) => name === 'node_modules' || name === 'generated' || name === 'dist';

/** Paths of all files in a folder of the project, or the path itself. */
export function filesIn(path) {
  const absolute = join(projectFolder, path);
  if (!existsSync(absolute)) return [];
  let entries;
  try {
    entries = readdirSync(absolute, { withFileTypes: true });
  } catch {
    return [path]; // a file
  }
  return entries.flatMap((entry) => {
    if (isIgnored(entry.name)) return [];
    const child = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesIn(child) : [child];
  });
}

/** Compares contents, and remembers them by the text of a file, because compiling all files takes seconds. */
export class Contents {
  #known = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
  #used = {};
  #byPath = new Map();

  /** Hash of the content of files. It stays the same when a file moves. */
  hashOf(paths) {
    const hashes = [...new Set(paths)].map((path) => this.#read(path).hash);
    return sha256(hashes.sort().join('\n')).slice(0, 16);
  }

  /** The files, and those that they import, directly or not. */
  withImports(paths) {
    const found = new Set(paths);
    for (const path of found) for (const imported of this.#read(path).imports) found.add(imported);
    return [...found];
  }

  save() {
    mkdirSync(dirname(cacheFile), { recursive: true });
    writeFileSync(cacheFile, JSON.stringify(this.#used));
  }

  #read(path) {
    let content = this.#byPath.get(path);
    if (content === undefined) {
      const text = readFileSync(join(projectFolder, path));
      const key = `${path} ${sha256(text)}`;
      content = this.#known[key] ?? contentOf(path, text);
      this.#used[key] = content;
      this.#byPath.set(path, content);
    }
    return content;
  }
}

export function contentOf(path, text) {
  if (!isSource(path)) return { hash: sha256(text), imports: [] };
  const parser = { syntax: 'typescript', tsx: path.endsWith('x'), decorators: true };
  const minify = { format: { comments: false } };
  const { code } = transformSync(text.toString(), {
    configFile: false,
    swcrc: false,
    jsc: { parser, target: 'es2022', minify },
  });
  const specifiers = [...code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*["'](\.[^"']+)["']/g)].map(([, name]) => name);
  const withoutFolders = code.replace(/(\b(?:from|import)\s*\(?\s*["'])\.[^"']*\/([^"'/]+["'])/g, '$1$2');
  return {
    hash: sha256(withoutFolders),
    imports: specifiers.flatMap((name) => resolveFile(join(dirname(path), name)) ?? []),
  };
}

/** TypeScript files are imported by the names of their compiled files. */
const resolveFile = (path) =>
  [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path].find((file) =>
    existsSync(join(projectFolder, file)),
  );

const sha256 = (data) => createHash('sha256').update(data).digest('hex').slice(0, 32);
