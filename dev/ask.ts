/** The envelope of every error. */
export interface Refusal {
  error: { code: string; message: string; details?: { path: string; message: string }[] }
}

/** Speaks to the service as any client would: over HTTP, knowing nothing but its address. */
export interface Ask {
  /** Throws with the service's own words when it answers an error. */
  get: <Body>(path: string) => Promise<Body>
  /** Throws with the service's own words when it answers an error. */
  post: <Body>(path: string, body?: object) => Promise<Body>
  /** For a request that is meant to be refused; throws when it isn't. */
  postInVain: (path: string, body: object) => Promise<Refusal & { status: number }>
}

/** Once `stopped` aborts nothing more is asked; what is under way may finish, so that the service stops in peace. */
export function openAsk(url: string, stopped: AbortSignal): Ask {
  const send = async (method: string, path: string, body?: object) => {
    stopped.throwIfAborted()
    const content = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(url + path, { method, ...content })
    const answer: unknown = await response.json()
    return { status: response.status, answer }
  }
  const expectGood = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const { status, answer } = await send(method, path, body)
    if (isRefusal(answer)) throw new Error(`${method} ${path} answered ${status}: ${answer.error.message}`)
    return answer as Body // as the service's OpenAPI document says
  }
  return {
    get: (path) => expectGood('GET', path),
    post: (path, body) => expectGood('POST', path, body),
    postInVain: async (path, body) => {
      const { status, answer } = await send('POST', path, body)
      if (!isRefusal(answer)) throw new Error(`POST ${path} should have been refused, but answered ${status}`)
      return { status, ...answer }
    },
  }
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'error' in answer
