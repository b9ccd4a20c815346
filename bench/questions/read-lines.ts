import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';

/** A question for the router; see the README. */
export interface RoutingQuestion {
  kind: 'in scope' | 'near miss' | 'far' | 'ambiguous' | 'business';
  question: string;
  /** Workflow of a question in scope, or topic of a near miss. */
  workflow_id?: string;
}

const folder = join(projectFolder, 'bench/questions');

/** Files in this folder whose names match. */
export const filesOf = (names: RegExp): string[] => readdirSync(folder).filter((name) => names.test(name));

/** Reads the lines of the files in this folder whose names match, each a JSON value. */
export function readLines<Line>(names: RegExp): Line[] {
  return filesOf(names).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
  );
}

/** Reads the questions of a writer for the router. */
export const readRoutingQuestions = (writer: number): RoutingQuestion[] =>
  readLines(new RegExp(`^routing-writer-${writer}\\.jsonl$`));
