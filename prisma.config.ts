// Settings of the CLI of Prisma, which writes migrations: docs/developer/contributing.md shows how to run it.
import { join } from 'node:path';

// Prisma's native schema engine is a download at install time. The same engine as WebAssembly is an ordinary package: use that.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= join(import.meta.dirname, 'tools/prisma-schema-engine.mjs');

// Prisma's commands work without a network.
process.env['CHECKPOINT_DISABLE'] ??= '1';

export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['LIVE_DATABASE_URL'] ?? '' },
};
