#!/usr/bin/env node
// Replaces the native `schema-engine` binary of Prisma. It handles the same JSON-RPC lines on stdin and stdout with the
// WebAssembly build of the engine (@prisma/schema-engine-wasm, same commit as the pinned Prisma). A development tool:
// `prisma migrate dev|diff|status|reset` use it. Neither the build nor the service needs an engine.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const wasmScript = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
const options = readOptions(process.argv.slice(2));

if (options.version) {
  const { version } = JSON.parse(readFileSync(wasmScript.replace(/schema_engine\.js$/, 'package.json'), 'utf8'));
  process.stdout.write(`schema-engine-cli ${version.split('.').pop()}\n`);
} else if (options.command) {
  await runCommand(options.command);
} else {
  serve();
}

function readOptions(argv) {
  const read = { datamodels: [], url: undefined, shadowUrl: undefined, command: undefined, version: false };
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index];
    if (word === '--version') read.version = true;
    else if (word === '--datamodels' || word === '-d') read.datamodels.push(argv[++index]);
    else if (word === '--datasource') {
      const { url, shadowDatabaseUrl } = JSON.parse(argv[++index]);
      Object.assign(read, { url, shadowUrl: shadowDatabaseUrl });
    } else if (word === 'cli') read.command = argv[++index];
    else if (word.startsWith('--')) index++;
  }
  return read;
}

/** One connection only: the engine holds an advisory lock and a search path across its statements. */
async function connect(url) {
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const { ColumnTypeEnum } = await import('@prisma/driver-adapter-utils');
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const query = pool.query.bind(pool);
  // The adapter has no mapping for the catalogs' "char" type (OID 18): let it read text (OID 25), then name the type.
  let catalogChars = [];
  pool.query = async (...args) => {
    const result = await query(...args);
    const fields = [result].flat().at(-1)?.fields ?? [];
    catalogChars = fields.map((field) => field.dataTypeID === 18);
    fields.filter((_, index) => catalogChars[index]).forEach((field) => (field.dataTypeID = 25));
    return result;
  };
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (...args) => {
    const rows = await queryRaw(...args);
    const columnTypes = rows.columnTypes.map((type, index) => (catalogChars[index] ? ColumnTypeEnum.Character : type));
    return { ...rows, columnTypes };
  };
  // The adapter's own executeScript splits at every ";", which breaks functions and literals.
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return adapter;
}

function onDatabase(url, name) {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.toString();
}

async function executeOn(url, script) {
  const adapter = await connect(url);
  try {
    await adapter.executeScript(script);
  } finally {
    await adapter.dispose();
  }
}

/** Creates a temporary database, which is dropped when the engine closes it. */
async function connectToShadow() {
  if (options.shadowUrl) return connect(options.shadowUrl);
  const name = `prisma_migrate_shadow_db_${randomUUID()}`;
  await executeOn(options.url, `CREATE DATABASE "${name}"`);
  const shadow = await connect(onDatabase(options.url, name));
  const dispose = shadow.dispose.bind(shadow);
  shadow.dispose = async () => {
    await dispose();
    await executeOn(options.url, `DROP DATABASE IF EXISTS "${name}"`);
  };
  return shadow;
}

function databaseName() {
  return decodeURIComponent(new URL(options.url).pathname.slice(1));
}

async function runCommand(command) {
  const scripts = {
    'can-connect-to-database': [options.url, 'SELECT 1'],
    'create-database': [onDatabase(options.url, 'postgres'), `CREATE DATABASE "${databaseName()}"`],
    'drop-database': [onDatabase(options.url, 'postgres'), `DROP DATABASE "${databaseName()}"`],
  };
  try {
    if (!scripts[command]) throw new Error(`unsupported command: ${command}`);
    await executeOn(...scripts[command]);
  } catch (error) {
    const missing = error?.cause?.kind === 'DatabaseDoesNotExist';
    const message = missing ? `Database \`${databaseName()}\` does not exist` : String(error?.message ?? error);
    const fields = { message, is_panic: false, error_code: missing ? 'P1003' : 'P1001' };
    const line = { timestamp: new Date().toISOString(), level: 'ERROR', fields, target: 'schema_engine::logger' };
    process.stderr.write(`${JSON.stringify(line)}\n`);
    process.exitCode = 1;
  }
}

async function startEngine() {
  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const runtime = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const module = new WebAssembly.Module(readFileSync(wasmScript.replace(/\.js$/, '_bg.wasm')));
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': runtime });
  runtime.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(options.url),
    connectToShadowDb: connectToShadow,
  });
  const datamodels = options.datamodels.map((path) => [path, readFileSync(path, 'utf8')]);
  return runtime.SchemaEngine.new({ datamodels: datamodels.length > 0 ? datamodels : undefined }, () => {}, factory);
}

async function answer(engine, method, params) {
  if (method === 'createDatabase') {
    await executeOn(onDatabase(options.url, 'postgres'), `CREATE DATABASE "${databaseName()}"`);
    return { databaseName: databaseName() };
  }
  // Only devDiagnostic replays the migrations on a shadow database; these two fail without what it leaves cached.
  if (method === 'evaluateDataLoss' || method === 'createMigration') {
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
  }
  return (await engine[method === 'getDatabaseVersion' ? 'version' : method](params)) ?? {};
}

function serve() {
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const fail = (id, message, code = null, meta = null) => {
    const data = { is_panic: false, message, error_code: code, meta };
    send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } });
  };
  let printId = 1_000_000;
  let underWay = null;
  let engine;
  let queue = Promise.resolve();

  // A panic inside WebAssembly never settles the call's promise.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => (globalThis.lastPanic = message) };
  process.on('uncaughtException', (error) => {
    if (underWay !== null) fail(underWay, globalThis.lastPanic ?? String(error?.stack ?? error));
    process.stdout.write('', () => process.exit(1));
  });

  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (!method) return; // the acknowledgement of a print
    queue = queue.then(async () => {
      underWay = id;
      try {
        engine ??= await startEngine();
        let result = await answer(engine, method, params);
        if (method === 'diff' && result.stdout !== null && result.stdout !== undefined) {
          send({ id: printId++, method: 'print', params: { content: result.stdout } });
          result = { exitCode: result.exitCode, stdout: null };
        }
        send({ id, result });
      } catch (error) {
        fail(id, String(error?.message ?? error), error?.code, error?.meta);
      }
      underWay = null;
    });
  });
  lines.on('close', () => queue.then(() => process.exit(0)));
}
