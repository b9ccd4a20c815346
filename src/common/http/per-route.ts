import type { ExecutionContext } from '@nestjs/common';

/** Reads a property of a route once, and remembers it: the decorators of a route do not change after the start. */
export function perRoute<Value>(read: (context: ExecutionContext) => Value): (context: ExecutionContext) => Value {
  // Controllers can inherit a method.
  const known = new WeakMap<object, Map<object, Value>>();
  return (context) => {
    const controller: object = context.getClass();
    const handler: object = context.getHandler();
    let values = known.get(controller);
    if (!values) known.set(controller, (values = new Map<object, Value>()));
    if (!values.has(handler)) values.set(handler, read(context));
    return values.get(handler) as Value;
  };
}
