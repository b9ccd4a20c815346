import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
// Otherwise, axe describes each element that passes a rule, which takes most of its time.
const onlyViolations: RunOptions = { resultTypes: ['violations'] };

/** Checks the accessibility of the page, and returns the serious and critical problems, like `color-contrast: .button`. */
export async function seriousProblems(page: Page): Promise<string[]> {
  // The Content-Security-Policy blocks script elements, but not the debugging protocol.
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(onlyViolations)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${String(target)} ${failureSummary}`).join('; ')}`,
    );
}
