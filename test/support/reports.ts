import { join } from 'node:path';
import { Thread } from '../../src/common/thread.js';
import type { Report } from '../../src/simulations/report/report-threads.service.js';
import { simulationView } from '../../src/simulations/view/simulation-view.js';
import type { ViewInput } from '../../src/simulations/view/view-input.js';
import { projectFolder } from './operator.js';

const links = [{ label: 'Agents as CSV', url: 'https://app.example.com/v1/simulations/sim_1/results?format=csv' }];

/** Renders reports in a thread. */
export class Reports {
  private readonly thread = new Thread<Report, string>(
    join(projectFolder, 'dist/src/simulations/report/report.thread.js'),
  );
  // Tests share reports, which take much of their time.
  private readonly pages = new Map<ViewInput, Promise<string>>();

  render(input: ViewInput): Promise<string> {
    const page = this.pages.get(input) ?? this.thread.run({ view: simulationView(input), kind: 'report', links });
    this.pages.set(input, page);
    return page;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}

/** Number of matches in a page. */
export const countOf = (page: string, pattern: RegExp): number => page.match(pattern)?.length ?? 0;

/** Expects a table and a label for each plot, all sections, and no scripts or external resources. */
export function expectCompleteReport(page: string, { summary }: ViewInput): void {
  const plots = countOf(page, /<svg /g);
  expect(plots).toBeGreaterThan(2);
  expect(countOf(page, /<div class="view-(wide|narrow)" role="img" aria-label="[^"]+"><svg /g)).toBe(plots);
  // Each plot is drawn for wide and for narrow screens.
  expect(countOf(page, /<figure>[^]*?<table[ >][^]*?<\/figure>/g)).toBe(plots / 2);
  expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son[a-z]+=|\sstyle=|\ssrc=/i);
  for (const [, target] of page.matchAll(/\shref="([^"]*)"/g))
    expect(target).toMatch(/^(#[a-z-]+$|https:\/\/app\.example\.com\/v1\/simulations\/)/);
  expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
  for (const { label, share } of summary.outcomes) {
    expect(page).toContain(label.replaceAll("'", '&#x27;'));
    expect(page).toContain(`${(100 * share).toFixed(1)}%`);
  }
  for (const heading of ['Scenario', 'Uncertainty', 'Evidence', 'How far to trust this', 'Limits', 'Reproduction'])
    expect(page).toContain(`>${heading}</h2>`);
  for (const [, id] of page.matchAll(/<a href="#([a-z-]+)"/g)) expect(page).toContain(`<section id="${id}"`);
}
