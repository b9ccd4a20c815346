import { type Issue } from '../engine-error.js';

export type Path = readonly (string | number)[];

/** Collects what is wrong, so that an author sees all of it at once. */
export class IssueList {
  readonly issues: Issue[] = [];

  add(path: Path, message: string): void {
    this.issues.push({ path: path.join('.'), message });
  }

  /** Reports every id after the first that is equal. */
  unique(path: Path, ids: readonly string[], what: string): void {
    const seen = new Set<string>();
    ids.forEach((id, index) => {
      if (seen.has(id)) this.add([...path, index, 'id'], `${what} "${id}" is defined twice`);
      seen.add(id);
    });
  }

  /** Reports an id that is not among the known ones. Returns whether it is known. */
  known(path: Path, id: string, known: ReadonlySet<string>, what: string): boolean {
    if (known.has(id)) return true;
    this.add(path, `unknown ${what} "${id}"; known: ${[...known].join(', ') || 'none'}`);
    return false;
  }
}
