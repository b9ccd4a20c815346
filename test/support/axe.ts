import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFolder } from './operator.js';

const source = readFileSync(createRequire(join(projectFolder, 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** Checks the accessibility of the page, and returns the serious and critical problems. The page must have been opened with `bypassCSP`. */
export async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const violations = await page.evaluate<Violation[]>('axe.run(document).then(({ violations }) => violations)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${String(target)} ${failureSummary}`).join('; ')}`,
    );
}
