import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDefinition } from '../../model/simulate.js';
import { firefoxPath, startFirefox, type Firefox } from '../support/firefox.js';
import { digestsOfWorker, read, requestsOf, saveReport, slugs } from '../support/panel.js';
import { newCaller, runFile } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';

/** Resolves with the digest of all agents. */
const shownDigest = `new Promise((resolve) => {
  const look = () => {
    const text = document.querySelector('.what-if-digest')?.textContent ?? '';
    if (/^[0-9a-f]{64}$/.test(text)) resolve(text);
    else setTimeout(look, 20);
  };
  look();
})`;

// Optional: no package of the registry contains the browser. See docs/developer/contributing.md.
(firefoxPath === undefined ? describe.skip : describe)('the engine in Firefox', () => {
  let firefox: Firefox;
  beforeAll(async () => (firefox = await startFirefox()));
  afterAll(() => firefox.close());

  it('All workflows have the digests of the service for a changed parameter, all of them, and a segment', async () => {
    const api = await newCaller();
    await firefox.open(runFile().url);
    await firefox.evaluate(shownDigest);
    for (const slug of slugs) {
      const requests = requestsOf(parseDefinition(read(slug)));
      const found = await digestsOfWorker(
        firefox.evaluate,
        read(slug),
        requests.map(({ values, where }) => ({
          ...{ values, seed: 7, agentCount: 120 },
          adjustments: { targetAgentCount: 120, ...(where && { where }) },
        })),
      );
      const runs = await Promise.all(
        requests.map(({ values, where }) =>
          simulate(api, {
            ...{ workflow_id: slug, agent_count: 120, seed: 7, scenario_context: values },
            ...(where && { where }),
          }),
        ),
      );
      expect({ slug, digests: found }).toEqual({ slug, digests: runs.map(({ digest }) => digest) });
    }
  }, 900_000);

  it('The saved interactive report of each workflow has the digest of the service', async () => {
    const api = await newCaller();
    const folder = mkdtempSync(join(tmpdir(), 'firefox-report-'));
    for (const slug of slugs) {
      const { id, digest } = await simulate(api, { workflow_id: slug, agent_count: 200, seed: 3 });
      await firefox.open((await saveReport(api, id, folder)).url);
      expect({ slug, digest: await firefox.evaluate(shownDigest) }).toEqual({ slug, digest });
    }
    rmSync(folder, { recursive: true });
  }, 900_000);
});
