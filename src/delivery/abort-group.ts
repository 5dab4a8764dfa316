/** Aborts many requests at once. Unlike listeners of one AbortSignal, a request joins and leaves in constant time. */
export class AbortGroup {
  readonly #controllers = new Set<AbortController>()
  #reason: Error | null = null

  get isAborted(): boolean {
    return this.#reason !== null
  }

  join(): AbortController {
    const controller = new AbortController()
    if (this.#reason) controller.abort(this.#reason)
    this.#controllers.add(controller)
    return controller
  }

  leave(controller: AbortController): void {
    this.#controllers.delete(controller)
  }

  abort(reason: Error): void {
    this.#reason = reason
    for (const controller of this.#controllers) controller.abort(reason)
  }
}
