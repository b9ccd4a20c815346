// Order of the test files. A fresh clone has no durations of an earlier run, and a slow file that starts last leaves one core idle.
import TestSequencer from '@jest/test-sequencer';

/** Files of more than 30 seconds, slowest first. */
const slowFiles = [
  'test/fault/idempotency-killed.spec.ts',
  'test/integration/catalog-calibration.spec.ts',
  'test/browser/every-page.spec.ts',
  'test/fault/queue.spec.ts',
  'test/fuzz/fuzz.spec.ts',
  'test/fault/stores-unavailable.spec.ts',
  'test/fault/processing-steps-killed.spec.ts',
  'demo/demo.spec.ts',
  'test/fault/webhook-killed.spec.ts',
  'test/fault/worker-killed.spec.ts',
  'test/browser/sign-in.spec.ts',
  'test/browser/manage.spec.ts',
  'test/browser/ask.spec.ts',
  'test/browser/result.spec.ts',
  'test/integration/operations.spec.ts',
  'test/browser/docs-page.spec.ts',
  'test/fault/result-bucket.spec.ts',
  'test/e2e/operator.spec.ts',
  'test/integration/calibration-recovery.spec.ts',
  'src/catalog/transcripts.spec.ts',
  'test/fault/revocation.spec.ts',
  'test/integration/webhook-delivery.spec.ts',
  'test/e2e/workflow-publication.spec.ts',
  'test/fault/concurrent-limits.spec.ts',
  'test/fault/simulation-waiting.spec.ts',
  'test/integration/population-from-data.spec.ts',
  'test/fault/random-faults.spec.ts',
  'test/fault/embedder-killed.spec.ts',
  'src/engine/families/numeric-outcomes.spec.ts',
];

export default class SlowTestsFirst extends TestSequencer {
  async sort(tests) {
    const rank = ({ path }) => {
      const position = slowFiles.findIndex((file) => path.endsWith(file));
      return position < 0 ? slowFiles.length : position;
    };
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
}
