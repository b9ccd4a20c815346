// Order of the test files. A fresh clone has no durations of an earlier run, and a slow file that starts last leaves one core idle.
import TestSequencer from '@jest/test-sequencer';

/** Files of more than 15 seconds with three workers on two cores, slowest first. */
const slowFiles = [
  'test/e2e/workflow-publication.spec.ts',
  'test/fault/queue.spec.ts',
  'test/fault/essentials.spec.ts',
  'test/fault/stores-unavailable.spec.ts',
  'test/fault/worker-killed.spec.ts',
  'test/browser/sign-in.spec.ts',
  'test/fuzz/fuzz.spec.ts',
  'test/e2e/operator.spec.ts',
  'test/integration/operations.spec.ts',
  'test/browser/every-page.spec.ts',
  'test/integration/webhook-delivery.spec.ts',
  'test/e2e/auth-stores-unavailable.spec.ts',
  'demo/demo.spec.ts',
  'test/e2e/populations.spec.ts',
  'test/fault/result-bucket.spec.ts',
  'test/browser/manage.spec.ts',
  'test/browser/result.spec.ts',
  'test/e2e/auth-session.spec.ts',
  'test/browser/docs-page.spec.ts',
  'test/security/slow-readers.spec.ts',
  'test/e2e/auth-magic-link.spec.ts',
  'test/e2e/language-model.spec.ts',
  'test/security/personal-data.spec.ts',
  'test/browser/ask.spec.ts',
  'test/e2e/auth-email-provider.spec.ts',
  'test/fault/simulation-waiting.spec.ts',
  'test/fault/idempotency-killed.spec.ts',
  'test/e2e/isolation.spec.ts',
  'test/e2e/question-time.spec.ts',
  'test/security/unverified-account-faults.spec.ts',
  'test/security/unverified-organization.spec.ts',
  'test/integration/report.spec.ts',
  'test/integration/doctor.spec.ts',
  'test/e2e/simulation-analysis.spec.ts',
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
