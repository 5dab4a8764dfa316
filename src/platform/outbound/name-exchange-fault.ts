const names: Record<string, string | undefined> = {
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired',
  CERT_NOT_YET_VALID: 'TLS: the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is self-signed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before the response',
  EAI_AGAIN: 'host name could not be looked up',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host name not found',
  EPROTO: 'TLS: the handshake failed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'TLS: the server does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'TLS: the server does not speak TLS on this port',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another host',
  ETIMEDOUT: 'no connection in time',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: the certificate is self-signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: the issuer of the certificate is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: the issuer of the certificate is unknown',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_SOCKET: 'connection closed before the response',
}

export const nameExchangeFault = (code: string): string | undefined => names[code]

/** A `fetch` error itself says only “fetch failed”. */
export function nameFetchFault(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  if (name === 'TimeoutError') return 'no response in time'
  return nameExchangeFault(cause?.code ?? '') ?? (cause?.message || cause?.code || message)
}
