// Writes the Prisma client of `prisma/schema.prisma`, as `prisma generate` does. The generator is a package of its own: the CLI of Prisma
// would install 200 MB of database tools that the build does not need.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

// As CommonJS: the ES modules of these packages have imports without file extensions, which Node.js does not find.
const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
const { getConfig, getDMMF } = require('@prisma/internals');
const { devDependencies } = require('../package.json');

const schemaPath = join(import.meta.dirname, '../prisma/schema.prisma');
const datamodel = readFileSync(schemaPath, 'utf8');
const files = [[schemaPath, datamodel]];

const { generators, datasources } = await getConfig({ datamodel: files });
const [generator, ...otherGenerators] = generators;
await new PrismaClientTsGenerator().generate({
  generator: {
    ...generator,
    output: { ...generator.output, value: resolve(dirname(schemaPath), generator.output.value) },
  },
  otherGenerators,
  datasources,
  schemaPath,
  datamodel,
  dmmf: await getDMMF({ datamodel: files }),
  // The version of each engine of a release ends with its commit, which the client names.
  version: devDependencies['@prisma/schema-engine-wasm'].split('.').at(-1),
});
