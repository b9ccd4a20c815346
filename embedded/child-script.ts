import { join, relative } from 'node:path';
import { projectFolder } from './project.js';

/** Path of a compiled script of `folder`, for a child process. The sources, which tests run, also use the build. */
export function childScript(folder: string, name: string): string {
  const inProject = relative(projectFolder, folder);
  return join(projectFolder, inProject.startsWith('dist') ? '' : 'dist', inProject, name);
}
