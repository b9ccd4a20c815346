import type { OpenApi } from './contract.js';

export interface Schema {
  $ref?: string;
  type?: string;
  items?: Schema;
  maxItems?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
}

/** A list or a map in a request. */
export interface RequestList {
  kind: 'list' | 'map';
  /** Names of the fields that lead to it: `0` for an item of a list, and `key` for a value of a map. */
  path: string[];
  /** The largest size; undefined without a maximum. */
  max: number | undefined;
}

/** The lists and maps in a schema of the document. */
export function listsIn(document: OpenApi, schema: Schema = {}, path: string[] = []): RequestList[] {
  const { $ref, items, maxItems, maxProperties, properties = {}, additionalProperties } = schema;
  const { anyOf = [], allOf = [], oneOf = [] } = schema;
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const target = $ref
    ?.split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
  const inside = (child: Schema | undefined, name: string) => (child ? listsIn(document, child, [...path, name]) : []);
  return [
    ...(items ? [{ kind: 'list' as const, path, max: maxItems }] : []),
    ...(values ? [{ kind: 'map' as const, path, max: maxProperties }] : []),
    ...(target ? listsIn(document, target, path) : []),
    ...inside(items, '0'),
    ...inside(values, 'key'),
    ...[...anyOf, ...allOf, ...oneOf].flatMap((one) => listsIn(document, one, path)),
    ...Object.entries(properties).flatMap(([name, one]) => inside(one, name)),
  ];
}
