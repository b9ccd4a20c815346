/** What a controller answers when data alone does not say it. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly extras: { meta?: Record<string, unknown>; headers?: Record<string, string>; status?: number } = {},
  ) {}
}
