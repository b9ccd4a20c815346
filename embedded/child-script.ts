import { dirname, extname, join, relative } from 'node:path';
import { projectFolder } from './project.js';

/** The compiled script of that name beside `caller`, for a child process. The sources, which tests run, use the build's too. */
export function childScript(caller: string, name: string): string {
  const folder = dirname(caller);
  return extname(caller) === '.js'
    ? join(folder, name)
    : join(projectFolder, 'dist', relative(projectFolder, folder), name);
}
