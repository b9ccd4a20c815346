import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AppError } from '../common/errors/app-error.js';
import { StaticDocument } from '../common/http/reply.js';
import { definitionJsonSchema } from '../../model/definition.js';
import { chaptersOf, type Chapter, searchIndex } from './docs-page/chapters.js';
import { docsPage } from './docs-page/docs-page.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { routesOf } from './route-reader.js';

interface Part {
  name?: string;
  required?: boolean;
  in?: string;
  description?: string;
  headers?: object;
  content?: Record<string, { examples?: object }>;
}
type Operation = { parameters?: Part[]; responses?: Record<string, Part> };

/**
 * Moves the parameters and errors that several operations have to the components, which makes the document a third shorter. Client generators
 * also read successful responses, so that these stay in place.
 */
function withSharedParts(document: OpenApiDocument): OpenApiDocument {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[]);
  const parameters = new SharedParts('parameters', parameterName);
  const responses = new SharedParts('responses', responseName);
  for (const operation of operations) {
    for (const part of operation.parameters ?? []) parameters.count(part);
    for (const [, part] of errorsOf(operation)) responses.count(part);
  }
  const shared = (operation: Operation): Operation => ({
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map((part) => parameters.shared(part)) }),
    responses: {
      ...operation.responses,
      ...Object.fromEntries(errorsOf(operation).map(([status, part]) => [status, responses.shared(part)])),
    },
  });
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, shared(operation)])),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths) as OpenApiDocument['paths'],
    components: { ...document.components, parameters: parameters.components, responses: responses.components },
  };
}

/** Errors of operations without a rate limit (the health checks) have fewer headers, so that these stay in place. */
const errorsOf = ({ responses = {} }: Operation) =>
  'RateLimit' in (responses['500']?.headers ?? {})
    ? Object.entries(responses).filter(([status]) => status >= '300')
    : [];

/** Names of parameters: `LimitParameter`, and `SimulationIdParameter` for the `id` of a simulation. Some headers are required in few routes. */
function parameterName({ name = '', in: place, required, description = '' }: Part): string {
  const noun = name === 'id' ? description.replace(/^Id of the (.+)\.$/, '$1_id') : name;
  return `${place === 'header' && required ? 'required_' : ''}${noun}_parameter`;
}

/** Names of responses by their errors: `RateLimitedOrProcessorLimitReachedResponse`. */
function responseName({ description = '', content }: Part): string {
  const codes = Object.keys(content?.['application/json']?.examples ?? {});
  return `${codes.length > 0 ? codes.join('_or_') : description}_response`;
}

/** Parts of one sort, by their content. */
class SharedParts {
  readonly components: Record<string, object> = {};
  private readonly counts = new Map<string, number>();
  private readonly references = new Map<string, { $ref: string }>();

  constructor(
    private readonly sort: 'parameters' | 'responses',
    private readonly nameOf: (part: Part) => string,
  ) {}

  count(part: Part): void {
    const key = JSON.stringify(part);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Returns a reference to a part that is counted several times. */
  shared(part: Part): object {
    const key = JSON.stringify(part);
    if (this.counts.get(key) === 1) return part;
    const known = this.references.get(key);
    if (known) return known;
    const words = this.nameOf(part).split(/[^A-Za-z0-9]+/);
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    // A number would depend on the order of the routes, so that programs of a generator would change with another route.
    if (name in this.components) throw new Error(`two ${this.sort} have the name ${name}`);
    this.components[name] = part;
    const reference = { $ref: `#/components/${this.sort}/${name}` };
    this.references.set(key, reference);
    return reference;
  }
}

/** Folder of the documents of the build (`tools/write-openapi-documents.mjs`). Without a build it does not exist. */
const builtFolder = join(import.meta.dirname, 'documents');

interface BuiltDocuments {
  /** Names of the files in the folder. */
  names: string[];
  /** The routes that they describe. */
  routes: string[];
}

/**
 * The OpenAPI document and its HTML pages. Building them blocks the process for a second, so the build writes them. They are built when they
 * are first requested if there is no build, or if a module adds routes to it. An undocumented route prevents the start.
 */
@Injectable()
export class OpenApi implements OnModuleInit {
  private controllers: readonly Type[] = [];
  private routes: string[] = [];
  /** Null: the process builds the documents. */
  private built: BuiltDocuments | null | undefined;
  private builtDocument: OpenApiDocument | undefined;
  private builtChapters: readonly Chapter[] | undefined;
  private readonly documents = new Map<string, StaticDocument>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    this.routes = routesOf(this.controllers).map(({ method, path }) => `${method} ${path}`);
  }

  get json(): StaticDocument {
    return this.once('openapi.json', 'application/json', () => JSON.stringify(withSharedParts(this.document)));
  }

  get definitionSchema(): StaticDocument {
    return this.once('schema.json', 'application/schema+json', () => JSON.stringify(definitionJsonSchema()));
  }

  get searchIndex(): StaticDocument {
    return this.once('search.json', 'application/json', () => JSON.stringify(searchIndex(this.chapters)));
  }

  /** The first page of the reference, or the page of a chapter. Throws {@link AppError} `not_found` for an unknown chapter. */
  page(id?: string): StaticDocument {
    return this.once(id === undefined ? 'docs.html' : `docs-${id}.html`, 'text/html', () => {
      const chapter = this.chapters.find((one) => one.id === id);
      if (id !== undefined && !chapter) throw new AppError('not_found');
      return docsPage(this.document, this.chapters, chapter);
    });
  }

  /** Builds all documents, for the build of the service. */
  buildAll(): { index: BuiltDocuments; documents: ReadonlyMap<string, StaticDocument> } {
    this.built = null;
    for (const id of [undefined, ...this.chapters.map((chapter) => chapter.id)]) this.page(id);
    for (const read of ['json', 'definitionSchema', 'searchIndex'] as const) void this[read];
    return { index: { names: [...this.documents.keys()], routes: this.routes }, documents: this.documents };
  }

  private once(name: string, type: string, build: () => string): StaticDocument {
    const known = this.documents.get(name);
    if (known) return known;
    const document = new StaticDocument(`${type}; charset=utf-8`, this.ofBuild(name) ?? build());
    this.documents.set(name, document);
    return document;
  }

  private ofBuild(name: string): string | undefined {
    this.built ??= builtDocuments(this.routes) ?? null;
    if (this.built === null) return undefined;
    if (!this.built.names.includes(name)) throw new AppError('not_found');
    return readFileSync(join(builtFolder, name), 'utf8');
  }

  private get document(): OpenApiDocument {
    return (this.builtDocument ??= openApiDocument(this.controllers));
  }

  private get chapters(): readonly Chapter[] {
    return (this.builtChapters ??= chaptersOf(this.document));
  }
}

function builtDocuments(routes: readonly string[]): BuiltDocuments | undefined {
  const file = join(builtFolder, 'index.json');
  if (!existsSync(file)) return undefined;
  const built = JSON.parse(readFileSync(file, 'utf8')) as BuiltDocuments;
  return built.routes.join() === routes.join() ? built : undefined;
}
