import { gzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { measured } from '../../platform/process/measured.js';
import { drawIn } from '../../../view/plots/draw.js';
import { reportPage } from '../../../view/report.js';
import type { Report } from './report-threads.service.js';
import { simulatorFiles } from './send-report.js';

// The package has no types for environments without a DOM.
const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: object };
drawIn(document);

/** Runs in a thread. Only this thread loads the packages that draw plots. */
export default measured(({ simulator, ...page }: Report): string =>
  reportPage(
    simulator
      ? { ...page, simulator: { ...simulatorFiles(), data: gzipSync(JSON.stringify(simulator)).toString('base64') } }
      : page,
  ),
);
