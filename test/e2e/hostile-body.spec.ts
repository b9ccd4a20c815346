import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib';
import { bodyLimitBytes } from '../../src/common/http/request-body.js';
import { maxJsonDepth } from '../../src/common/http/strict-json.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { rawRequest } from '../support/raw-http.js';
import { newCaller } from '../support/shared-service.js';
import { workflowId } from '../support/simulations.js';

const json = 'application/json';
const valid = `{"workflow_id":"${workflowId}","agent_count":1}`;
const unknownWorkflow = '{"workflow_id":"unknown"}';

describe('a hostile body', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const send = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<ApiResponse> =>
    api.call('/v1/simulations', { method: 'POST', raw, headers: { 'content-type': json, ...headers } });
  const issuesOf = ({ body }: ApiResponse) => body.meta['issues'] as { path: string; message: string }[];
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const nested = (levels: number) => `{"scenario_context":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;

  it.each<[string, string, string]>([
    ['a name twice', '{"workflow_id":"a","workflow_id":"b"}', 'workflow_id'],
    ['a name twice, spelled with an escape', '{"seed":1,"s\\u0065ed":2}', 'seed'],
    ['a name twice inside', '{"scenario_context":{"a":1,"a":1}}', 'scenario_context.a'],
    ['__proto__', '{"__proto__":{"workflow_id":"x"}}', '__proto__'],
    ['__proto__ inside', '{"scenario_context":{"__proto__":{"a":1}}}', 'scenario_context.__proto__'],
    ['constructor', `{"workflow_id":"x","constructor":{"prototype":{"admin":true}}}`, 'constructor'],
    ['prototype', `{"workflow_id":"x","prototype":1}`, 'prototype'],
    ['U+0000', '{"workflow_id":"a\\u0000b"}', 'workflow_id'],
    ['half of a surrogate pair', '{"workflow_id":"\\ud800"}', 'workflow_id'],
    ['the other half', '{"workflow_id":"\\udfff"}', 'workflow_id'],
    ['a number above every double', '{"workflow_id":"x","seed":1e400}', 'seed'],
    ['a number of 400 digits', `{"workflow_id":"x","seed":${'9'.repeat(400)}}`, 'seed'],
    ['2^53+1, which no double holds', '{"workflow_id":"x","seed":9007199254740993}', 'seed'],
    ['a fraction below every double', '{"workflow_id":"x","agent_count":1.00000000000000001e-400}', 'agent_count'],
    ['no agents, spelled -0', '{"workflow_id":"x","agent_count":-0}', 'agent_count'],
  ])('%s: 400 validation_error that names the place', async (_, raw, path) => {
    const response = await send(raw);
    expect(response).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(issuesOf(response).map((issue) => issue.path)).toContain(path);
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['nothing but blanks', ' \n\t'],
    ['a comma too many', '{"workflow_id":"x",}'],
    ['a comment', '{"workflow_id":"x"}//'],
    ['single quotes', "{'workflow_id':'x'}"],
    ['NaN', '{"seed":NaN}'],
    ['a hexadecimal number', '{"seed":0x10}'],
    ['a leading zero', '{"seed":01}'],
    ['a raw line break in a string', '{"workflow_id":"a\nb"}'],
    ['a raw U+0000', '{"workflow_id":"a\0b"}'],
    ['two documents', `${valid}${valid}`],
    ['UTF-16', new Uint8Array(Buffer.from(valid, 'utf16le'))],
    ['U+0000 in too many bytes', bytes(0x22, 0xc0, 0x80, 0x22)],
    ['half of a surrogate pair as bytes', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['a character that breaks off', bytes(0x22, 0xf0, 0x9f, 0x98, 0x22)],
    ['a character above U+10FFFF', bytes(0x22, 0xf5, 0x80, 0x80, 0x80, 0x22)],
  ])('%s: 400 validation_error that quotes nothing of it', async (_, raw) => {
    const response = await send(raw);
    expect(response).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(issuesOf(response)).toEqual([
      { path: '', message: expect.stringMatching(/^is not valid JSON: it /) as string },
    ]);
  });

  it('nested too deep: 400, however deep; up to the limit it is judged as what it is', async () => {
    expect((await send(nested(maxJsonDepth - 1))).body.error).not.toBe('internal_error');
    for (const levels of [maxJsonDepth, 40_000]) {
      const response = await send(nested(levels));
      expect(response.status).toBe(400);
      expect(issuesOf(response)[0]?.message).toMatch(/nested deeper/);
    }
  });

  it('ten thousand mistakes and names without end: an answer of few and short issues', async () => {
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

  it('a byte order mark is passed over; -0 is the seed 0', async () => {
    expect((await send(`\ufeff${unknownWorkflow}`)).body.error).toBe('invalid_workflow');
    const { status, body } = await send(valid.replace('}', ',"seed":-0}'));
    expect([status, (body.data as { seed: number }).seed]).toEqual([202, 0]);
  });

  it('256 KiB are read, one byte more is 413; with a length, without one, and in pieces', async () => {
    const most = unknownWorkflow.padEnd(bodyLimitBytes);
    expect((await send(most)).body.error).toBe('invalid_workflow');
    expect(await send(`${most} `)).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const headers = [`Authorization: Bearer ${api.key}`, `Content-Type: ${json}`, 'Transfer-Encoding: chunked'];
    const response = await rawRequest(api.url, 'POST /v1/simulations HTTP/1.1', headers, `${chunk.repeat(5)}0\r\n\r\n`);
    expect(response.status).toBe(413);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('packed with %s: unpacked up to 256 KiB, and 413 for a bomb', async (encoding, pack) => {
    const packed = (text: string) => send(new Uint8Array(pack(text)), { 'content-encoding': encoding });
    expect((await packed(unknownWorkflow)).body.error).toBe('invalid_workflow');
    const bomb = new Uint8Array(pack(' '.repeat(50_000_000)));
    expect(bomb.length).toBeLessThan(bodyLimitBytes);
    expect(await send(bomb, { 'content-encoding': encoding })).toMatchObject({ status: 413 });
  });

  it.each<[string, Record<string, string>, number]>([
    ['gzip that is none', { 'content-encoding': 'gzip' }, 400],
    ['packed twice', { 'content-encoding': 'gzip, gzip' }, 415],
    ['an encoding that we do not know', { 'content-encoding': 'compress' }, 415],
    ['text', { 'content-type': 'text/plain' }, 415],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['something like JSON', { 'content-type': 'application/json5' }, 415],
    ['JSON of a kind', { 'content-type': 'application/problem+json' }, 415],
    ['two types in one', { 'content-type': 'application/json, text/plain' }, 415],
    ['UTF-7', { 'content-type': 'application/json; charset=utf-7' }, 415],
    ['two character sets', { 'content-type': 'application/json; charset=utf-8; charset=utf-16' }, 415],
    ['a quote that is not closed', { 'content-type': 'application/json; charset="utf-8' }, 415],
    ['another parameter', { 'content-type': 'application/json; boundary=x' }, 415],
    ['the type in capitals', { 'content-type': 'APPLICATION/JSON; CHARSET="UTF-8"' }, 400],
  ])('%s: %j → %i', async (_, headers, status) => {
    const response = await send(unknownWorkflow, headers);
    expect(response.status).toBe(status);
  });

  it('two Content-Type headers: 415, whichever comes first', async () => {
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

  it('where a route takes no body: empty or {} is fine, a field is unknown, and a GET is not looked at', async () => {
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
