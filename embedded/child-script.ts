import { dirname, extname, join, relative } from 'node:path';
import { projectFolder } from './project.js';

/** Path of a compiled script in the folder of `caller`, for a child process. The sources, which tests run, also use the build. */
export function childScript(caller: string, name: string): string {
  const folder = dirname(caller);
  return extname(caller) === '.js'
    ? join(folder, name)
    : join(projectFolder, 'dist', relative(projectFolder, folder), name);
}
