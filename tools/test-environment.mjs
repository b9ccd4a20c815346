// Jest's environment for Node.js, with values that all test files of a worker process share.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { TestEnvironment } from 'jest-environment-node';

/** Like the test files, see package-runtime.mjs. */
const { z } = createRequire(import.meta.url)('zod');

/** Globals that packages and test files have in common: metadata of Nest, and the classes of errors and dates that packages create. */
const sharedGlobals = { Reflect, Date, Error, TypeError, RangeError, AggregateError };

let contract;

/** The OpenAPI document of the build, and its validators. Each test file would take seconds to compile them again. */
function sharedContract() {
  contract ??= newContract();
  return contract;
}

function newContract() {
  const document = JSON.parse(readFileSync(new URL('../dist/openapi.json', import.meta.url), 'utf8'));
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(document, 'openapi');
  return { document, validatorAt: (reference) => ajv.getSchema(`openapi#${reference}`) };
}

export default class SharedContractEnvironment extends TestEnvironment {
  constructor(...options) {
    super(...options);
    Object.assign(this.global, { sharedContract, ...sharedGlobals });
    // The service sets its own messages when it is loaded.
    z.config({ customError: undefined });
  }
}
