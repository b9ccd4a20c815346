// Types of the Python client: a TypedDict for each object of the API, from its OpenAPI document.

/** Names that cannot be fields of a class. The functional form of TypedDict accepts them. */
const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda
  nonlocal not or pass raise return try while with yield`.split(/\s+/),
);
const isField = (name) => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);

const pascal = (name) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');

/** A schema without texts, so that equal objects have one class. */
const shapeOf = (schema) =>
  JSON.stringify(schema, (key, value) =>
    ['description', 'examples', 'example', 'title'].includes(key) ? undefined : value,
  );

/**
 * Returns the module `types.py`: all objects of requests, successful responses and webhooks, `WebhookEvent` and `ErrorCode`.
 * An object without a name gets the names of its parents: `SimulationProgress`.
 */
export function pythonTypes({ paths, webhooks, components }) {
  const classes = new Map();
  const nameOfShape = new Map();

  const typeOf = (schema, name) => {
    if (schema.$ref) return component(schema.$ref.split('/').at(-1));
    if ('const' in schema) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    const parts =
      schema.anyOf ??
      schema.oneOf ??
      (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : undefined);
    if (parts) {
      const several = parts.filter(({ type }) => type !== 'null').length > 1;
      return union(
        parts.map((part, k) => typeOf(part, several && part.properties ? `${name}${variant(part, k)}` : name)),
      );
    }
    if (schema.type === 'array') return `list[${schema.items ? typeOf(schema.items, name) : 'Any'}]`;
    if (schema.type === 'object') return objectOf(schema, name);
    return { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[schema.type] ?? 'Any';
  };
  /** Variants are named by their constant field, such as `type`. */
  const variant = ({ properties }, k) => {
    const constant = Object.values(properties).find((property) => typeof property.const === 'string');
    return constant ? pascal(constant.const) : String(k + 1);
  };
  const literal = (values) =>
    `Literal[${values.map((value) => (value === null ? 'None' : typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value))).join(', ')}]`;
  const union = (types) => {
    const distinct = [...new Set(types)];
    return distinct.length === 1 ? distinct[0] : `Union[${distinct.join(', ')}]`;
  };

  function component(name) {
    // Reserved first: objects can contain themselves.
    if (!classes.has(name)) {
      classes.set(name, '');
      const schema = components.schemas[name];
      if (schema.type === 'object' && schema.properties) classes.set(name, classOf(schema, name));
      else classes.set(name, `${name} = ${typeOf(schema, name)}`);
    }
    return `"${name}"`;
  }

  function objectOf(schema, name) {
    if (!schema.properties) {
      const values = schema.additionalProperties;
      return `dict[str, ${values && typeof values === 'object' && Object.keys(values).length > 0 ? typeOf(values, `${name}Value`) : 'Any'}]`;
    }
    const shape = shapeOf(schema);
    const known = nameOfShape.get(shape);
    if (known) return `"${known}"`;
    let free = name;
    for (let k = 2; classes.has(free) || components.schemas[free]; k++) free = `${name}${k}`;
    nameOfShape.set(shape, free);
    classes.set(free, '');
    classes.set(free, classOf(schema, free));
    return `"${free}"`;
  }

  function classOf({ properties, required = [], description }, name) {
    const fields = Object.entries(properties).map(([key, value]) => [key, typeOf(value, `${name}${pascal(key)}`)]);
    const optional = fields.filter(([key]) => !required.includes(key));
    if (optional.length === 0 || optional.length === fields.length)
      return dictOf(name, 'TypedDict', fields, optional.length === 0 || fields.length === 0, description);
    const needed = fields.filter(([key]) => required.includes(key));
    // Python 3.10 has no `NotRequired`.
    if (fields.every(([key]) => isField(key)))
      return [
        dictOf(`_${name}Required`, 'TypedDict', needed, true),
        dictOf(name, `_${name}Required`, optional, false, description),
      ].join('\n\n\n');
    return [
      dictOf(`_${name}Required`, 'TypedDict', needed, true),
      dictOf(`_${name}Optional`, 'TypedDict', optional, false),
      `class ${name}(_${name}Required, _${name}Optional):\n    ${docstring(description) ?? 'pass'}`,
    ].join('\n\n\n');
  }

  const docstring = (text) => text && JSON.stringify(text.split('\n')[0]);

  function dictOf(name, base, fields, total, description) {
    if (!fields.every(([key]) => isField(key)))
      return `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(([key, type]) => `        ${JSON.stringify(key)}: ${type},\n`).join('')}    },\n    total=${pascal(String(total))},\n)`;
    const body = [docstring(description), ...fields.map(([key, type]) => `${key}: ${type}`)].filter(Boolean);
    return `class ${name}(${base}${total ? '' : ', total=False'}):\n${(body.length ? body : ['pass']).map((line) => `    ${line}`).join('\n')}`;
  }

  const errorCodes = new Set();
  const aliases = [];
  const jsonOf = (body) => body?.content?.['application/json']?.schema;
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => operationId);
  // Responses first: the parts that objects share with requests have the names of the objects.
  for (const { operationId, responses } of operations)
    for (const [status, response] of Object.entries(responses))
      if (status < 300 && jsonOf(response)) typeOf(jsonOf(response), `${pascal(operationId)}Response`);
  for (const { operationId, requestBody } of operations)
    if (jsonOf(requestBody)) alias(`${pascal(operationId)}Request`, jsonOf(requestBody));
  function alias(name, schema) {
    const type = typeOf(schema, name);
    if (type !== `"${name}"`) aliases.push(`${name} = ${type}`);
  }
  for (const { properties } of Object.values(components.schemas))
    if (properties?.meta && typeof properties.error?.const === 'string') errorCodes.add(properties.error.const);
  const events = Object.values(webhooks).map(({ post }) =>
    typeOf(jsonOf(post.requestBody), pascal(`${post.operationId}Event`)),
  );
  return (
    [
      '"""The objects of the API. Generated from its OpenAPI document: do not edit."""',
      'from __future__ import annotations\n\nfrom typing import Any, Literal, TypedDict, Union',
      ...classes.values(),
      ...aliases,
      `WebhookEvent = ${union(events)}`,
      `ErrorCode = ${literal([...errorCodes].toSorted())}`,
    ].join('\n\n\n') + '\n'
  );
}
