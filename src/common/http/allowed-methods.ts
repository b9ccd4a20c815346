import { METHODS } from 'node:http';

interface RouterLayer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Returns the methods of all routes that match the path. Empty if no route matches. */
export function allowedMethods(express: { router?: { stack: unknown[] } }, path: string): string[] {
  const layers = (express.router?.stack ?? []) as RouterLayer[];
  const methods = layers
    .filter((layer) => layer.route && !acceptsAllMethods(layer.route) && layer.match(path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return [...new Set(methods)].sort();
}

/** The route for unknown paths accepts all methods and does not count. */
const acceptsAllMethods = ({ methods }: { methods: Record<string, boolean> }) =>
  Object.keys(methods).length === METHODS.length;
