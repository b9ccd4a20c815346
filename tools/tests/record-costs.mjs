// Records the processor time of the last complete run of `npm test` in test/costs.json: node tools/tests/record-costs.mjs
import { existsSync } from 'node:fs';
import { costsFile, lastRunFile, readCosts, writeCosts } from './budget.mjs';

if (!existsSync(lastRunFile)) throw new Error('there is no complete run of npm test on this machine');
writeCosts(costsFile, { date: new Date().toISOString().slice(0, 10), ...readCosts(lastRunFile) });
