// Reads the tables of the pages about OWASP ASVS. Pure functions: `generate-docs.mjs` writes the counts, and
// `asvs-docs.spec.mjs` checks the tables.
import { table } from './generated-docs.mjs';

/** The pages about OWASP ASVS. The first one has the counts and the requirements that do not apply. */
export const asvsPages = ['docs/operator/asvs.md', 'docs/operator/asvs-v6-v16.md'];

export const results = ['met', 'exception', 'open'];

const requirementRow = /^\| (\d+\.\d+\.\d+) +\| ([12]) +\| (.+?) +\| (\w+) +\| (.+?) +\|$/;
const exclusionRow = /^\| V(\d+) .*?\| ((?:\d+\.\d+\.\d+|all)[^|]*?) +\| (.+?) +\|$/;

/** The rows of requirements that apply. */
export function requirementsIn(text) {
  return text.split('\n').flatMap((line) => {
    const match = requirementRow.exec(line);
    if (!match) return [];
    const [, id, level, requirement, result, evidence] = match;
    return [{ id, level: Number(level), requirement, result, evidence }];
  });
}

/** The requirements that do not apply. `levels` resolves the word "all". */
export function exclusionsIn(text, levels) {
  return text.split('\n').flatMap((line) => {
    const match = exclusionRow.exec(line);
    if (!match) return [];
    const [, chapter, ids, reason] = match;
    const known = [...levels.keys()].filter((id) => chapterOf(id) === chapter);
    return (ids === 'all' ? known : ids.split(', ')).map((id) => ({ chapter, id, reason }));
  });
}

/** The level of each requirement of levels 1 and 2. The source has one digit for each requirement of a section. */
export function levelsOf(sections) {
  const entries = Object.entries(sections).flatMap(([section, digits]) =>
    [...digits].map((level, index) => [`${section}.${index + 1}`, Number(level)]),
  );
  return new Map(entries.filter(([, level]) => level <= 2));
}

const path = /^\.?[\w-]+(?:\/[\w.-]+)+\/?$/;
const fileName = /^(?:\.?[\w-]+\.[\w.-]+|\.\w+|Dockerfile)$/;

/** The files and folders that a text names in backquotes: names with a folder or an extension. */
export function filesIn(text) {
  const names = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name);
  return names.filter((name) => path.test(name) || fileName.test(name));
}

export const chapterOf = (id) => id.slice(0, id.indexOf('.'));

/** The table of counts by chapter of `docs/operator/asvs.md`, from the text of all pages. */
export function countTable(text, sections) {
  const levels = levelsOf(sections);
  const rows = requirementsIn(text);
  const chapters = [...new Set([...levels.keys()].map(chapterOf))];
  const count = (name, isIncluded) => {
    const included = rows.filter(({ id }) => isIncluded(id));
    const total = [...levels.keys()].filter(isIncluded).length;
    const byResult = results.map((result) => included.filter((row) => row.result === result).length);
    return [name, total, total - included.length, included.length, ...byResult];
  };
  const counts = chapters.map((chapter) => count(`V${chapter}`, (id) => chapterOf(id) === chapter));
  const headers = ['Chapter', 'Levels 1 and 2', 'Not applicable', 'Applicable', 'Met', 'Exception', 'Open'];
  return table(headers, [...counts, count('Total', () => true)]);
}
