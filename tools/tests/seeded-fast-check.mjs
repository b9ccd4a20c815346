// Jest loads this file as `fast-check`. All property tests use one seed, so that a failure repeats. Long runs set another seed.
import fc from '../../node_modules/fast-check/lib/cjs/fast-check.js';

fc.configureGlobal({ seed: Number(process.env.SVC_SEED ?? 1) });

export * from '../../node_modules/fast-check/lib/cjs/fast-check.js';
export default fc;
