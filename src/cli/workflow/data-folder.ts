import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseYaml } from '../../../model/authoring/parse-spec.js';

/**
 * Folder with the data of a spec, which has its name. A spec that starts from another one uses the data of its base, unless it has its own.
 *
 * @param root folder with the data of all specs
 * @param spec file of the spec
 */
export function dataFolder(root: string, spec: string): string {
  const own = join(root, basename(spec, '.yaml'));
  if (existsSync(own) || !existsSync(spec)) return own;
  const document = parseYaml(readFileSync(spec, 'utf8'));
  const hasBase = typeof document === 'object' && document !== null && 'base' in document;
  return hasBase && typeof document.base === 'string' ? dataFolder(root, join(dirname(spec), document.base)) : own;
}
