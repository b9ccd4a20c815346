import 'reflect-metadata';
import { All, Body, Controller, Get, HttpCode, Param, Post, Query, type Type } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { Public, RequireScope } from '../common/identity/identity.decorators.js';
import { openApiDocument } from './document.js';

const bookSchema = z
  .strictObject({ title: z.string().meta({ examples: ['Emma'] }), pages: z.int().min(1) })
  .meta({ id: 'Book' });
const newBookSchema = z.strictObject({ title: z.string().max(10).optional() });
const querySchema = z.strictObject({ limit: z.string().transform(Number).pipe(z.int().max(9)).default(3) });
const docs = { summary: 'A book', description: 'One book.', data: bookSchema };
const books = { name: 'Books', description: 'To read.' };

@Controller('v1/books')
@InTag(books)
class BooksController {
  @Post()
  @HttpCode(202)
  @RequireScope('keys:write')
  @Documented({ ...docs, errors: ['insufficient_quota'], headers: ['Location'] })
  add(@Body({ schema: newBookSchema }) _body: unknown): void {}

  @Get(':id')
  @RequireScope('none')
  @Documented({ ...docs, parameters: { id: z.uuid().meta({ description: 'Which one.' }) } })
  get(@Param('id') _id: string, @Query({ schema: querySchema }) _query: unknown): void {}
}

@Controller('v1')
class UnknownPathController {
  @All('{*path}')
  nothing(): void {}
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, { content?: Record<string, { examples: object }>; headers: object }>;
}

const operation = (path: string, method: string, ...controllers: Type[]) =>
  openApiDocument(controllers).paths[path]?.[method] as Operation;

describe('openApiDocument', () => {
  it('An operation documents the schema that validates its body and the schema of its response', () => {
    const { operationId, requestBody, responses } = operation('/v1/books', 'post', BooksController);
    expect(operationId).toBe('booksAdd');
    expect(requestBody?.content['application/json']).toEqual({
      schema: { type: 'object', properties: { title: { type: 'string', maxLength: 10 } }, additionalProperties: false },
      example: {},
    });
    expect(responses['202']?.content?.['application/json']).toMatchObject({
      schema: { properties: { data: { $ref: '#/components/schemas/Book' } } },
      examples: { success: { value: { data: { title: 'Emma', pages: 1 } } } },
    });
    expect(Object.keys(responses['202']?.headers ?? {})).toContain('Location');
  });

  it('An operation documents the errors of guards and pipes that apply to its route', () => {
    const codes = (method: string, path: string) =>
      Object.values(operation(path, method, BooksController).responses).flatMap(({ content = {} }) =>
        Object.keys(content['application/json']?.examples ?? {}),
      );
    expect(codes('post', '/v1/books')).toEqual(
      expect.arrayContaining(['insufficient_scope', 'csrf_rejected', 'payload_too_large', 'insufficient_quota']),
    );
    const getCodes = codes('get', '/v1/books/{id}');
    expect(getCodes).toContain('authentication_required');
    for (const code of ['insufficient_scope', 'csrf_rejected', 'payload_too_large', 'insufficient_quota']) {
      expect(getCodes).not.toContain(code);
    }
  });

  it('Parameters are documented with the schema of their parsed value', () => {
    expect(operation('/v1/books/{id}', 'get', BooksController).parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, description: 'Which one.', schema: { type: 'string', format: 'uuid' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9, default: 3 } },
      { name: 'Svc-Tier', in: 'header' },
    ]);
  });

  it('Alternatives with an `object` field are distinguished by it', () => {
    const filmSchema = z.strictObject({ object: z.literal('film') }).meta({ id: 'Film' });
    const songSchema = z.strictObject({ object: z.literal('song') }).meta({ id: 'Song' });
    @Controller('v1/works')
    @InTag(books)
    class WorksController {
      @Get()
      @Public()
      @Documented({ ...docs, data: z.discriminatedUnion('object', [filmSchema, songSchema]) })
      get(): void {}
    }
    const [film, song] = ['#/components/schemas/Film', '#/components/schemas/Song'];
    expect(
      operation('/v1/works', 'get', WorksController).responses['200']?.content?.['application/json'],
    ).toMatchObject({
      schema: {
        properties: {
          data: {
            oneOf: [{ $ref: film }, { $ref: song }],
            discriminator: { propertyName: 'object', mapping: { film, song } },
          },
        },
      },
    });
  });

  it('A route without documentation is rejected', () => {
    @Controller('v1/secrets')
    @InTag(books)
    class SecretsController {
      @Get()
      @Public()
      list(): void {}
    }
    expect(() => openApiDocument([SecretsController])).toThrow('SecretsController.list is not documented');
  });

  it('A path parameter without a schema is rejected', () => {
    @Controller('v1/pages')
    @InTag(books)
    class PagesController {
      @Get(':page')
      @Public()
      @Documented(docs)
      get(@Param('page') _page: string): void {}
    }
    expect(() => openApiDocument([PagesController])).toThrow(
      'the parameter page of /v1/pages/{page} is not documented',
    );
  });

  it('A route after the route for unknown paths is rejected', () => {
    expect(() => openApiDocument([UnknownPathController, BooksController])).toThrow(/^BooksController is unreachable/);
    expect(Object.keys(openApiDocument([BooksController, UnknownPathController]).paths)).toHaveLength(2);
  });

  it('Two different schemas with the same id are rejected', () => {
    @Controller('v1/cooks')
    @InTag(books)
    class CooksController {
      @Get()
      @Public()
      @Documented({ ...docs, meta: z.strictObject({ dish: z.string() }).meta({ id: 'ValidationError' }) })
      get(): void {}
    }
    expect(() => openApiDocument([CooksController])).toThrow();
  });
});
