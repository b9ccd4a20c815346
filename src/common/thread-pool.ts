import { Piscina } from 'piscina';

/**
 * A thread pool whose errors never end the process. If an idle thread dies, for example because its file fails to load, the pool emits
 * `error`. Without a listener, that is an uncaught exception. The next task is rejected anyway.
 */
export function threadPool<Task, Answer>(
  options: NonNullable<ConstructorParameters<typeof Piscina>[0]>,
): Piscina<Task, Answer> {
  const pool = new Piscina<Task, Answer>(options);
  pool.on('error', () => undefined);
  return pool;
}
