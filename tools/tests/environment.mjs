// Jest's environment of test files for Node.js. All files of a worker process run in the context of the process, because a context of
// its own makes each lookup of a global slow, and lets no two files share a module. After each file, the environment restores globals,
// environment variables and settings of packages.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// Like the test files, see runtime.mjs.
const require = createRequire(import.meta.url);
const { z } = require('zod');
const { register } = require('prom-client');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { installCommonGlobals } = require('jest-util');

let contract;

/** The OpenAPI document of the build, and its validators. Each test file would take seconds to compile them again. */
function sharedContract() {
  contract ??= newContract();
  return contract;
}

/** A part of the document in place of the reference to it. */
function resolved(part, { components }) {
  const [, , sort, name] = part.$ref?.split('/') ?? [];
  return sort ? components[sort][name] : part;
}

function newContract() {
  const document = JSON.parse(
    readFileSync(new URL('../../dist/app/openapi/documents/openapi.json', import.meta.url), 'utf8'),
  );
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  // Tests read operations with all of their parameters and errors.
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    operation.parameters = operation.parameters?.map((part) => resolved(part, document));
    for (const [status, part] of Object.entries(operation.responses))
      operation.responses[status] = resolved(part, document);
  }
  ajv.addSchema(document, 'openapi');
  return { document, validatorAt: (reference) => ajv.getSchema(`openapi#${reference}`) };
}

const timerConfig = { idToRef: (id) => ({ id, ref: () => id, unref: () => id }), refToId: (timer) => timer?.id };
let initial;

export default class SharedEnvironment {
  isShared = true;
  global = globalThis;

  constructor({ projectConfig: config }) {
    initial ??= firstState(config);
    Object.assign(globalThis, { sharedContract });
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = new LegacyFakeTimers({
      config,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig,
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    restoreGlobals();
    for (const name of Object.keys(process.env)) if (!(name in initial.env)) delete process.env[name];
    Object.assign(process.env, initial.env);
    process.exitCode = undefined;
    // The service sets its own messages when it is loaded.
    z.config({ customError: undefined });
    register.resetMetrics();
  }

  exportConditions = () => ['node', 'node-addons'];

  getVmContext = () => globalThis;
}

/** The state before the first file of the worker process. */
function firstState({ globals }) {
  const { process: ownProcess } = globalThis;
  installCommonGlobals(globalThis, globals, 'off');
  globalThis.process = ownProcess; // Not Jest's copy, which packages do not share.
  Error.stackTraceLimit = 100;
  const descriptors = Reflect.ownKeys(globalThis).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)]);
  return { descriptors: new Map(descriptors), env: { ...process.env } };
}

/** Globals that Jest adds for each file. Others belong to packages, which load once. */
const isOfJest = (key) =>
  typeof key === 'symbol'
    ? /jest|retry|timeout|event_handlers/i.test(key.description ?? '')
    : /^([fx]?(describe|it|test)|expect|jest|(before|after)(All|Each))$/.test(key);

function restoreGlobals() {
  for (const key of Reflect.ownKeys(globalThis))
    if (isOfJest(key) && !initial.descriptors.has(key)) Reflect.deleteProperty(globalThis, key);
  for (const [key, descriptor] of initial.descriptors) {
    if (!('value' in descriptor) || !descriptor.configurable) continue;
    if (Object.getOwnPropertyDescriptor(globalThis, key)?.value !== descriptor.value)
      Object.defineProperty(globalThis, key, descriptor);
  }
}
