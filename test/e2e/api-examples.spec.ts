import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import { operationsOf } from '../support/api-operations.js';
import { theContract } from '../support/contract.js';

describe('the examples of the API reference', () => {
  const { document } = theContract();

  it('Every JSON request example of the API reference matches its schema', () => {
    const examples = operationsOf(document).flatMap(({ path, method, operation }) => {
      const media = operation.requestBody?.content['application/json'];
      const schema = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
      return media?.example === undefined ? [] : [{ operation, schema, example: media.example }];
    });
    expect(examples.length).toBeGreaterThanOrEqual(10);
    const problems = examples
      .map(({ operation, schema, example }) => [operation.operationId, ...theContract().problems(schema, example)])
      .filter(({ length }) => length > 1);
    expect(problems).toEqual([]);
  });

  it('No example of a request that deletes or ends something names a workflow of the catalog', () => {
    const slugs = [...readBuiltInWorkflows().keys()];
    const isDestructive = ({ method, path }: { method: string; path: string }) =>
      method === 'delete' || /\/(cancel|deprecate|revoke|rotate|rotate-secret)$/.test(path);
    const named = operationsOf(document)
      .filter(isDestructive)
      .filter(({ operation: { parameters, requestBody } }) => {
        const request = JSON.stringify([parameters, requestBody]);
        return slugs.some((slug) => request.includes(slug));
      });
    expect(operationsOf(document).filter(isDestructive).length).toBeGreaterThan(10);
    expect(named.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('Every response example of the API reference matches its schema', () => {
    const shared = document.components.examples;
    const valueOf = (example: { value: unknown } | { $ref: string }) =>
      'value' in example ? example.value : shared[example.$ref.replace('#/components/examples/', '')]!.value;
    const problems = operationsOf(document).flatMap(({ path, method, operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).flatMap(([type, { examples = {} }]) => {
          const schema = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
          return Object.entries(examples)
            .map(([name, example]) => [name, theContract().problems(schema, valueOf(example))] as const)
            .filter(([, found]) => found.length > 0)
            .map(([name, found]) => `${operation.operationId} ${status} ${name}: ${found.join('; ')}`);
        }),
      ),
    );
    expect(problems).toEqual([]);
  });
});
