// Order of the test files. A fresh clone has no durations of an earlier run, and a slow file that starts last leaves one core idle.
import TestSequencer from '@jest/test-sequencer';

/** Files of more than 30 seconds, slowest first. */
const slowFiles = [
  'test/fault/idempotency-killed.spec.ts',
  'test/fault/queue.spec.ts',
  'test/browser/every-page.spec.ts',
  'test/e2e/workflow-publication.spec.ts',
  'test/fuzz/fuzz.spec.ts',
  'test/fault/webhook-killed.spec.ts',
  'demo/demo.spec.ts',
  'test/browser/docs-page.spec.ts',
  'test/fault/stores-unavailable.spec.ts',
  'test/fault/worker-killed.spec.ts',
  'test/integration/operations.spec.ts',
  'test/e2e/isolation.spec.ts',
  'test/browser/result.spec.ts',
  'test/e2e/operator.spec.ts',
  'test/browser/sign-in.spec.ts',
  'test/browser/manage.spec.ts',
  'test/e2e/simulation-analysis.spec.ts',
  'test/fault/result-bucket.spec.ts',
  'test/browser/ask.spec.ts',
  'test/e2e/auth-magic-link.spec.ts',
  'test/security/shared-single-places.spec.ts',
  'test/fault/embedder-killed.spec.ts',
  'test/fault/revocation.spec.ts',
  'test/e2e/audit-log.spec.ts',
  'test/integration/webhook-delivery.spec.ts',
  'test/e2e/populations.spec.ts',
  'test/security/unverified-account.spec.ts',
  'test/integration/doctor.spec.ts',
  'test/security/unverified-account-faults.spec.ts',
  'test/e2e/auth-session.spec.ts',
  'test/fault/database-restore.spec.ts',
  'test/fault/simulation-waiting.spec.ts',
  'embedded/launcher.spec.ts',
  'test/e2e/auth-stores-unavailable.spec.ts',
  'test/security/unverified-organization.spec.ts',
  'test/fault/launcher-killed.spec.ts',
  'test/e2e/auth-password.spec.ts',
  'test/security/slow-readers.spec.ts',
  'embedded/launcher-killed.spec.ts',
  'test/fault/wrong-clock.spec.ts',
  'test/integration/calibration-panels.spec.ts',
  'test/security/webhook-flood.spec.ts',
  'test/e2e/language-model.spec.ts',
  'test/browser/compare.spec.ts',
  'test/browser/report.spec.ts',
  'test/e2e/ensembles.spec.ts',
  'test/fault/organization-mirror.spec.ts',
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
