// Runs the checks and the tests of the fast level: npm test
// With arguments, which Jest gets, it runs the selected tests of both levels without the checks: npm test -- src/auth
import { processorSeconds } from './processor-time.mjs';
import { supervise } from '../supervise.mjs';

const args = process.argv.slice(2);
if (args.length > 0) {
  process.exitCode = await supervise('jest', args);
} else {
  process.exitCode = await supervise('npm', ['run', '--silent', 'checks']);
  if (process.exitCode === 0) {
    // For the reporter: all files of the fast level run.
    process.env.SVC_CHECKS_SECONDS = String(processorSeconds());
    process.exitCode = await supervise('jest', ['--testPathIgnorePatterns', '/node_modules/', '[.]full[.]spec[.]']);
  }
}
