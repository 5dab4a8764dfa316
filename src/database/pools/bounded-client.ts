import type { Client } from 'pg'

/**
 * A client that destroys its connection when a statement has no response within `limitMs`, because later statements
 * would queue behind it.
 */
export function boundedClient(Base: typeof Client, limitMs: number): typeof Client {
  return class extends Base {
    // `pg` overloads `query` nine ways; `never` fits all of them. The callback's way is that of the pool, which has its own bounds.
    override query(...given: unknown[]): never {
      const send = super.query.bind(this) as (...given: unknown[]) => unknown
      const response = send(...given)
      if (response instanceof Promise) this.#watch(response)
      return response as never
    }

    #watch(response: Promise<unknown>): void {
      const giveUp = () =>
        this.connection.stream.destroy(new Error(`The database did not respond within ${limitMs} ms`))
      const timer = setTimeout(giveUp, limitMs)
      const stop = () => clearTimeout(timer)
      response.then(stop, stop)
    }
  }
}
