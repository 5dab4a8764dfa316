import { Client } from 'pg'

/** Gives every parameterised statement a stable name, so that it is parsed and planned once per connection. */
export class PreparedClient extends Client {
  static #names = new Map<string, string>()

  // `pg` overloads `query` nine ways; `never` fits all of them. Only (text, values), Kysely's way of calling, is changed.
  override query(first: unknown, values?: unknown, done?: unknown): never {
    const send = super.query.bind(this) as (first: unknown, values?: unknown, done?: unknown) => never
    if (typeof first !== 'string' || !Array.isArray(values) || values.length === 0) return send(first, values, done)
    return send({ name: PreparedClient.#nameOf(first), text: first, values }, done)
  }

  /** Bounded: texts past the first 500 go unnamed. */
  static #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= 500) return known
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
