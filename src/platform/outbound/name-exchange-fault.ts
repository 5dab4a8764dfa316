const names: Record<string, string | undefined> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before the response',
  EAI_AGAIN: 'host name could not be looked up',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host name not found',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_SOCKET: 'connection closed before the response',
}

/** The plain words for the code of a failed HTTP exchange; undefined for a rare code. */
export const nameExchangeFault = (code: string): string | undefined => names[code]

/** Why a `fetch` to a URL of the user failed. Its own message says only “fetch failed”. */
export function nameFetchFault(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  if (name === 'TimeoutError') return 'no response in time'
  return nameExchangeFault(cause?.code ?? '') ?? (cause?.message || cause?.code || message)
}
