import { z } from 'zod';
import { usePlainZodMessages } from './zod-messages.js';

usePlainZodMessages();

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('the messages of schema validation', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a string instead of an integer', z.int(), '5', 'expected an integer, received a string'],
    ['a fraction instead of an integer', z.int(), 1.5, 'expected an integer, received 1.5'],
    ['a missing string', z.string(), undefined, 'is required: expected a string'],
    ['null instead of an object', z.strictObject({}), null, 'expected an object, received null'],
    ['an array instead of a boolean', z.boolean(), [], 'expected a boolean (true or false), received an array'],
    ['a number above the maximum', z.int().max(100), 101, 'expected at most 100'],
    ['a number below the minimum', z.int().min(2), 1, 'expected at least 2'],
    ['an empty string', z.string().min(1), '', 'must not be empty'],
    ['a string that is too long', z.string().max(3), 'four', 'expected at most 3 characters'],
    ['too few items', z.array(z.int()).min(2), [1], 'expected at least 2 items'],
    ['a malformed UUID', z.uuid(), 'x', 'expected a UUID, such as 019aa0f5-5b6e-7c3a-9d55-2f0d7c1f4a10'],
    ['an email address without @', z.email(), 'ada', 'expected an email address'],
    [
      'a typo in an enum value',
      z.enum(['queued', 'running']),
      'runing',
      'expected one of "queued", "running". Did you mean "running"?',
    ],
    ['another literal', z.literal('ok'), 'no', 'expected "ok"'],
    [
      'a typo in a field name',
      z.strictObject({ agent_count: z.int().optional() }),
      { agentCount: 5 },
      '"agentCount" is not a known field. Did you mean "agent_count"?',
    ],
    [
      'an unknown field',
      z.strictObject({ seed: z.int().optional() }),
      { temperature: 5 },
      '"temperature" is not a known field. Known fields: "seed"',
    ],
    [
      'a value that matches no alternative',
      z.union([z.strictObject({ values: z.array(z.int()) }), z.strictObject({ from: z.int() })]),
      {},
      'matches no allowed form: values is required: expected an array; or from is required: expected an integer',
    ],
  ])('state the expected value for %s', (_, schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });

  it('keep the message that a schema sets', () => {
    expect(messageOf(z.string().regex(/^a/, 'must start with a'), 'b')).toBe('must start with a');
  });

  it('stay short and on one line for each unknown field', () => {
    const body = { [`${'x'.repeat(1_000)}\n`]: 1, ['two\nlines']: 2 };
    const lines = messageOf(z.strictObject({}), body)?.split('\n') ?? [];
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.length < 200)).toBe(true);
  });
});
