import type { Client } from 'pg'
import type { ServerChoice } from './server-choice.ts'

/** A client class that connects to the server chosen at that time. Without a choice, `Base` itself. */
export function choosingClient(Base: typeof Client, choice: ServerChoice | null): typeof Client {
  if (!choice) return Base
  return class extends Base {
    // `pg` overloads `connect` for callbacks, as its pool calls it, and promises; `never` fits both.
    override connect(done?: (...given: never[]) => void): never {
      const connecting = this.#connect(choice)
      if (!done) return connecting as never
      const report = done as (error: Error | null) => void
      void connecting.then(() => report(null), report)
      return undefined as never
    }

    async #connect(choice: ServerChoice): Promise<this> {
      const server = await choice.find()
      Object.assign(this, { host: server.host, port: server.port })
      choice.watch(this)
      try {
        await super.connect()
        await choice.check(this)
        return this
      } catch (error) {
        choice.forget(server)
        this.connection.stream.destroy()
        throw error
      }
    }
  }
}
