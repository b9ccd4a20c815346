import type { Issue } from '../engine-error.js';

export type Path = readonly (string | number)[];

/** Collects all issues of a definition, so that its author can fix them together. */
export class IssueList {
  readonly issues: Issue[] = [];

  add(path: Path, message: string): void {
    this.issues.push({ path: path.join('.'), message });
  }

  /** Adds an issue for every repeated id. */
  unique(path: Path, items: readonly (string | { readonly id: string })[], kind: string): void {
    const previousIds = new Set<string>();
    items.forEach((item, index) => {
      const id = typeof item === 'string' ? item : item.id;
      if (previousIds.has(id)) this.add([...path, index, 'id'], `${kind} "${id}" is defined twice`);
      previousIds.add(id);
    });
  }

  /** Adds an issue if the id is unknown. Returns whether the id is known. */
  known(path: Path, id: string, known: ReadonlySet<string>, kind: string): boolean {
    if (known.has(id)) return true;
    this.add(path, `unknown ${kind} "${id}"; known: ${[...known].join(', ') || 'none'}`);
    return false;
  }
}
