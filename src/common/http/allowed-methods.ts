import { METHODS } from 'node:http';

interface RouterLayer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** The methods that some route answers at a path: none means that there is nothing there at all. */
export function allowedMethods(express: { router?: { stack: unknown[] } }, path: string): string[] {
  const layers = (express.router?.stack ?? []) as RouterLayer[];
  const methods = layers
    .filter((layer) => layer.route && !acceptsAllMethods(layer.route) && layer.match(path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return [...new Set(methods)].sort();
}

/** The route of unknown paths is no answer to a request but the lack of one. */
const acceptsAllMethods = ({ methods }: { methods: Record<string, boolean> }) =>
  Object.keys(methods).length === METHODS.length;
