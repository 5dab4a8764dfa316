/** The envelope of every error. */
export interface Refusal {
  error: { code: string; message: string; details?: { path: string; message: string }[] }
}

/** Speaks to the service as any client would: over HTTP, knowing nothing but its address. */
export interface Ask {
  /** Throws with the service's own words when it answers an error. */
  get: <Body>(path: string) => Promise<Body>
  /** Reads newline-delimited JSON. */
  getLines: <Line>(path: string) => Promise<Line[]>
  /** Throws with the service's own words when it answers an error. */
  post: <Body>(path: string, body?: object) => Promise<Body>
  /** Throws with the service's own words when it answers an error. */
  patch: <Body>(path: string, body: object) => Promise<Body>
  /** Throws with the service's own words when it answers an error. */
  remove: (path: string) => Promise<void>
  /** The same with a key. */
  as: (key: string) => Ask
  /** For what is answered without a body. */
  beacon: (path: string, body: object) => Promise<void>
  /** For a request that is meant to be refused; throws when it isn't. */
  postInVain: (path: string, body: object) => Promise<Refusal & { status: number }>
  /** For an edit that is meant to be refused; throws when it isn't. */
  patchInVain: (path: string, body: object) => Promise<Refusal & { status: number }>
}

/** Once `stopped` aborts nothing more is asked; what is under way may finish, so that the service stops in peace. */
export function openAsk(url: string, stopped: AbortSignal, key?: string): Ask {
  const send = async (method: string, path: string, body?: object) => {
    stopped.throwIfAborted()
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const answer: unknown = response.status === 204 ? null : await response.json()
    return { status: response.status, answer }
  }
  const expectGood = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const { status, answer } = await send(method, path, body)
    if (isRefusal(answer)) throw new Error(`${method} ${path} answered ${status}: ${answer.error.message}`)
    return answer as Body // as the service's OpenAPI document says
  }
  const expectRefused = async (method: string, path: string, body: object) => {
    const { status, answer } = await send(method, path, body)
    if (!isRefusal(answer)) throw new Error(`${method} ${path} should have been refused, but answered ${status}`)
    return { status, ...answer }
  }
  return {
    get: (path) => expectGood('GET', path),
    getLines: async <Line>(path: string) => {
      stopped.throwIfAborted()
      const lines = (await (await fetch(url + path)).text()).split('\n')
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line) // as the document says
    },
    post: (path, body) => expectGood('POST', path, body),
    patch: (path, body) => expectGood('PATCH', path, body),
    remove: async (path) => void (await expectGood('DELETE', path)),
    as: (key) => openAsk(url, stopped, key),
    beacon: async (path, body) => void (await expectGood('POST', path, body)),
    postInVain: (path, body) => expectRefused('POST', path, body),
    patchInVain: (path, body) => expectRefused('PATCH', path, body),
  }
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'error' in answer
