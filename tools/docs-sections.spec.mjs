import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { capabilities, endings } from '../src/auth/capabilities/capabilities.js';
import { defaultPlanLimits } from '../src/config/plans.js';
import { settingList } from '../src/config/setting-list.js';
import { securityEvents } from '../src/platform/logging/security-events.js';
import { tradeOffsOf } from '../model/analyses.js';
import { generatedFiles, read, root } from './docs-sections.mjs';

const files = generatedFiles({
  ...{ capabilities, defaultPlanLimits, endings, securityEvents, settingList, tradeOffsOf },
});

/** If one of these tests fails, run: npm run docs:generate */
describe('generated documentation', () => {
  it.each([...files])('%s shows the current code, definitions and measurements', (path, text) =>
    expect(read(path)).toBe(text),
  );

  it('Each plot belongs to a workflow', () => {
    const plots = [...files.keys()].filter((path) => path.startsWith('docs/images/validation/'));
    expect(readdirSync(join(root, 'docs/images/validation'))).toHaveLength(plots.length);
  });
});
