import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AppError } from '../common/errors/app-error.js';
import { StaticDocument } from '../common/http/reply.js';
import { definitionJsonSchema } from '../../model/definition.js';
import { chaptersOf, type Chapter } from './docs-page/chapters.js';
import { docsPage } from './docs-page/docs-page.js';
import { searchIndex } from './docs-page/search-index.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { routesOf } from './route-reader.js';
import { withSharedParts } from './shared-parts.js';

/**
 * Builds the OpenAPI document and its HTML pages from all controllers when they are first requested: most processes never send them, and they
 * take a fifth of the start. An undocumented route prevents the start.
 */
@Injectable()
export class OpenApi implements OnModuleInit {
  private controllers: readonly Type[] = [];
  private builtDocument: OpenApiDocument | undefined;
  private builtChapters: readonly Chapter[] | undefined;
  private readonly documents = new Map<string, StaticDocument>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    routesOf(this.controllers);
  }

  get json(): StaticDocument {
    return this.once('json', 'application/json', () => JSON.stringify(withSharedParts(this.document)));
  }

  get definitionSchema(): StaticDocument {
    return this.once('schema', 'application/schema+json', () => JSON.stringify(definitionJsonSchema()));
  }

  get searchIndex(): StaticDocument {
    return this.once('search', 'application/json', () => JSON.stringify(searchIndex(this.chapters)));
  }

  /** The first page of the reference, or the page of a chapter. Throws {@link AppError} `not_found` for an unknown chapter. */
  page(id?: string): StaticDocument {
    const chapter = this.chapters.find((one) => one.id === id);
    if (id !== undefined && !chapter) throw new AppError('not_found');
    return this.once(`page ${id}`, 'text/html', () => docsPage(this.document, this.chapters, chapter));
  }

  private once(name: string, type: string, text: () => string): StaticDocument {
    const built = this.documents.get(name) ?? new StaticDocument(`${type}; charset=utf-8`, text());
    this.documents.set(name, built);
    return built;
  }

  private get document(): OpenApiDocument {
    return (this.builtDocument ??= openApiDocument(this.controllers));
  }

  private get chapters(): readonly Chapter[] {
    return (this.builtChapters ??= chaptersOf(this.document));
  }
}
