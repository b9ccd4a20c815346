import { pythonTypes } from './generate-python-types.mjs';

const json = (schema) => ({ content: { 'application/json': { schema } } });
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const typesOf = (request, response, schemas = {}) =>
  pythonTypes({
    paths: {
      '/v1/runs': {
        post: { operationId: 'runsCreate', requestBody: json(request), responses: { 200: json(response) } },
      },
    },
    webhooks: { done: { post: { operationId: 'done', requestBody: json({ $ref: '#/components/schemas/Run' }) } } },
    components: { schemas: { Run: object({ id: { type: 'string' } }), ...schemas } },
  });

describe('the types of the Python client', () => {
  it('Each object is a TypedDict, and optional fields need no NotRequired', () => {
    const request = object({ id: { type: 'string' }, seed: { type: ['integer', 'null'] } }, ['id']);
    expect(typesOf(request, { $ref: '#/components/schemas/Run' })).toContain(`
class Run(TypedDict):
    id: str


class _RunsCreateRequestRequired(TypedDict):
    id: str


class RunsCreateRequest(_RunsCreateRequestRequired, total=False):
    seed: Union[int, None]


WebhookEvent = "Run"
`);
  });

  it('Objects inside of objects have the names of their parents, and equal ones have one class', () => {
    const interval = object({ low: { type: 'number' } });
    const types = typesOf(object({ a: interval }), object({ b: { type: 'array', items: interval } }));
    expect(types).toContain('b: list["RunsCreateResponseB"]');
    expect(types).toContain('a: "RunsCreateResponseB"');
    expect(types.match(/low: float/g)).toHaveLength(1);
  });

  it('Names that Python reserves are fields of the functional form', () => {
    const types = typesOf(object({ from: { type: 'number' }, to: { type: 'number' } }, ['to']), { type: 'string' });
    expect(types).toContain('        "from": float,\n    },\n    total=False,\n)');
    expect(types).toContain('class RunsCreateRequest(_RunsCreateRequestRequired, _RunsCreateRequestOptional):');
  });

  it('An object can contain itself, and variants are named by their constant', () => {
    const Tree = object({ children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } });
    const chart = { oneOf: [object({ type: { const: 'bars' } }), object({ type: { const: 'line-chart' } })] };
    const types = typesOf(object({ chart }), { $ref: '#/components/schemas/Tree' }, { Tree });
    expect(types).toContain('children: list["Tree"]');
    expect(types).toContain('chart: Union["RunsCreateRequestChartBars", "RunsCreateRequestChartLineChart"]');
  });

  it('The codes of all errors are one type', () => {
    const error = (code) => object({ error: { type: 'string', const: code }, meta: object({}) });
    const types = typesOf({}, {}, { First: error('rate_limited'), Second: error('not_found') });
    expect(types).toContain('ErrorCode = Literal["not_found", "rate_limited"]');
  });
});
