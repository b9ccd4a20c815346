import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib';
import { bodyLimitBytes } from '../../src/common/http/request-body.js';
import { maxJsonDepth } from '../../src/common/http/strict-json.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { rowsOf } from '../support/full-level.js';
import { rawRequest } from '../support/raw-http.js';
import { newCaller } from '../support/shared-service.js';
import { workflowId } from '../support/simulations.js';

const json = 'application/json';
const valid = `{"workflow_id":"${workflowId}","agent_count":1}`;
const unknownWorkflow = '{"workflow_id":"unknown"}';

describe('malformed and hostile request bodies', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const send = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<ApiResponse> =>
    api.call('/v1/simulations', { method: 'POST', raw, headers: { 'content-type': json, ...headers } });
  const issuesOf = ({ body }: ApiResponse) => body.meta['issues'] as { path: string; message: string }[];
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const nested = (levels: number) => `{"scenario_context":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;

  it.each<[string, string, string]>([
    ['a duplicate name', '{"workflow_id":"a","workflow_id":"b"}', 'workflow_id'],
    ['a duplicate name written with an escape', '{"seed":1,"s\\u0065ed":2}', 'seed'],
    ['a nested duplicate name', '{"scenario_context":{"a":1,"a":1}}', 'scenario_context.a'],
    ['__proto__', '{"__proto__":{"workflow_id":"x"}}', '__proto__'],
    ['a nested __proto__', '{"scenario_context":{"__proto__":{"a":1}}}', 'scenario_context.__proto__'],
    ['constructor', `{"workflow_id":"x","constructor":{"prototype":{"admin":true}}}`, 'constructor'],
    ['prototype', `{"workflow_id":"x","prototype":1}`, 'prototype'],
    ['U+0000', '{"workflow_id":"a\\u0000b"}', 'workflow_id'],
    ['a lone high surrogate', '{"workflow_id":"\\ud800"}', 'workflow_id'],
    ['a lone low surrogate', '{"workflow_id":"\\udfff"}', 'workflow_id'],
    ['a number too large for a double', '{"workflow_id":"x","seed":1e400}', 'seed'],
    ['a number of 400 digits', `{"workflow_id":"x","seed":${'9'.repeat(400)}}`, 'seed'],
    ['2^53+1, which no double can represent', '{"workflow_id":"x","seed":9007199254740993}', 'seed'],
    ['a fraction too small for a double', '{"workflow_id":"x","agent_count":1.00000000000000001e-400}', 'agent_count'],
    ['an agent count of -0', '{"workflow_id":"x","agent_count":-0}', 'agent_count'],
  ])('A body with %s gets 400 validation_error with the path of the problem', async (_, raw, path) => {
    const response = await send(raw);
    expect(response).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(issuesOf(response).map((issue) => issue.path)).toContain(path);
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['only whitespace', ' \n\t'],
    ['a trailing comma', '{"workflow_id":"x",}'],
    ['a comment', '{"workflow_id":"x"}//'],
    ['single quotes', "{'workflow_id':'x'}"],
    ['NaN', '{"seed":NaN}'],
    ['a hexadecimal number', '{"seed":0x10}'],
    ['a leading zero', '{"seed":01}'],
    ['a raw line break in a string', '{"workflow_id":"a\nb"}'],
    ['a raw U+0000', '{"workflow_id":"a\0b"}'],
    ['two documents', `${valid}${valid}`],
    ['UTF-16', new Uint8Array(Buffer.from(valid, 'utf16le'))],
    ['an overlong encoding of U+0000', bytes(0x22, 0xc0, 0x80, 0x22)],
    ['a surrogate encoded as UTF-8', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['a truncated character', bytes(0x22, 0xf0, 0x9f, 0x98, 0x22)],
    ['a character above U+10FFFF', bytes(0x22, 0xf5, 0x80, 0x80, 0x80, 0x22)],
  ])('Invalid JSON (%s) gets 400 validation_error with one issue that quotes nothing of the body', async (_, raw) => {
    const response = await send(raw);
    expect(response).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(issuesOf(response)).toEqual([
      {
        path: '',
        message: expect.stringMatching(
          /^is not valid JSON: (syntax error at position \d+|it ends early or contains an unexpected character|it is not UTF-8)$/,
        ) as string,
      },
    ]);
  });

  it('A body nested deeper than the limit gets 400, and one within the limit is validated normally', async () => {
    expect((await send(nested(maxJsonDepth - 1))).body.error).not.toBe('internal_error');
    for (const levels of [maxJsonDepth, 40_000]) {
      const response = await send(nested(levels));
      expect(response.status).toBe(400);
      expect(issuesOf(response)[0]?.message).toMatch(/nested deeper/);
    }
  });

  it('A body with 10,000 errors or very long names gets a short response with at most 100 issues', async () => {
    const fields = Array.from({ length: 10_000 }, (_, index) => `"f${index}":1`);
    const long = `"${'x'.repeat(200_000)}":1`;
    for (const raw of [
      `{${fields.join(',')}}`,
      `{"scenario_context":{${fields.join(',')}},"workflow_id":"${workflowId}"}`,
    ]) {
      const response = await send(raw);
      expect(response.status).toBe(400);
      expect(issuesOf(response).length).toBeLessThanOrEqual(100);
    }
    for (const raw of [`{${long}}`, `{"workflow_id":"${workflowId}","scenario_context":{${long}}}`]) {
      const { status, text } = await send(raw);
      expect(status).toBe(400);
      expect(text.length).toBeLessThan(2_000);
    }
  });

  it('A byte order mark is ignored, and the seed -0 is read as 0', async () => {
    expect((await send(`\ufeff${unknownWorkflow}`)).body.error).toBe('invalid_workflow');
    const { status, body } = await send(valid.replace('}', ',"seed":-0}'));
    expect([status, (body.data as { seed: number }).seed]).toEqual([202, 0]);
  });

  it('A body of 256 KiB is accepted and a larger one gets 413, with Content-Length and with chunked encoding', async () => {
    const largest = unknownWorkflow.padEnd(bodyLimitBytes);
    expect((await send(largest)).body.error).toBe('invalid_workflow');
    expect(await send(`${largest} `)).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const headers = [`Authorization: Bearer ${api.key}`, `Content-Type: ${json}`, 'Transfer-Encoding: chunked'];
    const response = await rawRequest(api.url, 'POST /v1/simulations HTTP/1.1', headers, `${chunk.repeat(5)}0\r\n\r\n`);
    expect(response.status).toBe(413);
  });

  const compressions = rowsOf<[string, (text: string) => Buffer]>(
    [['gzip', gzipSync]],
    [
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ],
  );
  it.each(compressions)(
    'A body compressed with %s is read, and a decompression bomb gets 413',
    async (encoding, compress) => {
      const sendCompressed = (text: string) => send(new Uint8Array(compress(text)), { 'content-encoding': encoding });
      expect((await sendCompressed(unknownWorkflow)).body.error).toBe('invalid_workflow');
      const bomb = new Uint8Array(compress(' '.repeat(50_000_000)));
      expect(bomb.length).toBeLessThan(bodyLimitBytes);
      expect(await send(bomb, { 'content-encoding': encoding })).toMatchObject({ status: 413 });
    },
  );

  it.each<[string, Record<string, string>, number]>([
    ['a body that is not gzip', { 'content-encoding': 'gzip' }, 400],
    ['two encodings', { 'content-encoding': 'gzip, gzip' }, 415],
    ['an unknown encoding', { 'content-encoding': 'compress' }, 415],
    ['plain text', { 'content-type': 'text/plain' }, 415],
    ['a form type', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['JSON5', { 'content-type': 'application/json5' }, 415],
    ['a +json subtype', { 'content-type': 'application/problem+json' }, 415],
    ['two types in one header', { 'content-type': 'application/json, text/plain' }, 415],
    ['UTF-7', { 'content-type': 'application/json; charset=utf-7' }, 415],
    ['two character sets', { 'content-type': 'application/json; charset=utf-8; charset=utf-16' }, 415],
    ['an unclosed quote', { 'content-type': 'application/json; charset="utf-8' }, 415],
    ['empty parameters and blanks', { 'content-type': `application/json${';\t'.repeat(60)}x` }, 415],
    ['a parameter without a value', { 'content-type': 'application/json; charset' }, 415],
    ['a parameter that JSON does not have', { 'content-type': 'application/json; profile="a;b\\"c"' }, 400],
    ['an empty parameter', { 'content-type': 'application/json;' }, 400],
    ['the character set utf8', { 'content-type': 'application/json ; charset=utf8 ; ;' }, 400],
    ['one character set twice', { 'content-type': 'application/json;charset=utf-8;charset="UTF-8"' }, 400],
    ['a type in capitals, which is valid,', { 'content-type': 'APPLICATION/JSON; CHARSET="UTF-8"' }, 400],
  ])('A request with %s (%j) gets %i', async (_, headers, status) => {
    const response = await send(unknownWorkflow, headers);
    expect(response.status).toBe(status);
  });

  it('A request with two Content-Type headers gets 415 in any order', async () => {
    for (const types of [
      [json, 'text/plain'],
      ['text/plain', json],
      [json, json],
    ]) {
      const headers = [`Authorization: Bearer ${api.key}`, ...types.map((type) => `Content-Type: ${type}`)];
      const length = `Content-Length: ${valid.length}`;
      const response = await rawRequest(api.url, 'POST /v1/simulations HTTP/1.1', [...headers, length], valid);
      expect(response.status).toBe(415);
    }
  });

  it('A route without a body accepts an empty body or {}, rejects unknown fields, and a GET ignores its body', async () => {
    const rotate = (raw: string | undefined) =>
      api.call('/v1/api-keys/00000000-0000-4000-8000-000000000000/rotate', {
        method: 'POST',
        ...(raw !== undefined && { raw }),
        headers: { 'content-type': json, 'idempotency-key': '00000000-0000-4000-8000-000000000000' },
      });
    for (const raw of [undefined, '', '{}']) expect((await rotate(raw)).status).toBe(404);
    expect((await rotate('{"expires_at":null}')).body).toMatchObject({ meta: { issues: [{ path: 'expires_at' }] } });
    for (const raw of ['[]', '1', '{']) expect((await rotate(raw)).status).toBe(400);
    const headers = [`Authorization: Bearer ${api.key}`, 'Content-Type: text/plain', 'Content-Length: 1'];
    expect((await rawRequest(api.url, 'GET /v1/usage HTTP/1.1', headers, 'x')).status).toBe(200);
  });
});
