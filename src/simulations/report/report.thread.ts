import { parseHTML } from 'linkedom';
import { measured } from '../../platform/process/measured.js';
import { drawIn } from '../../../view/plots/draw.js';
import { reportPage, type Report } from '../../../view/report.js';

// The package has no types for environments without a DOM.
const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: object };
drawIn(document);

/** Runs in a thread. Only this thread loads the packages that draw plots. */
export default measured((task: Report): string => reportPage(task));
