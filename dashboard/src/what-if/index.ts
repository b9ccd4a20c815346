import type { DigestCheckProps } from './digest-check';
import type { WhatIfPanelProps } from './what-if-panel';
import { loadLater } from '../components/states';

// Other parts are imported from their files: the first page does not load them.
/** The panel with its engine, which the browser loads when it is first shown. */
export const WhatIf = loadLater<WhatIfPanelProps>(() => import('./what-if-panel'), 8);

/** What a run page shows after the browser computed the same request. */
export const DigestCheck = loadLater<DigestCheckProps>(() => import('./digest-check'), 2);
