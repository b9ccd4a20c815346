import { Piscina } from 'piscina';

/**
 * A pool of threads whose trouble never ends the process. A thread that dies with nothing asked of it, as one whose file fails to load
 * does, is told as an `error` of the pool, which nobody listening would make an uncaught exception; whoever asks next gets an error anyway.
 */
export function threadPool<Task, Answer>(
  options: NonNullable<ConstructorParameters<typeof Piscina>[0]>,
): Piscina<Task, Answer> {
  const pool = new Piscina<Task, Answer>(options);
  pool.on('error', () => undefined);
  return pool;
}
