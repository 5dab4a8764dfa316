interface TokenMessageFields {
  serviceName: string
  /** Lower case. */
  scoreId: string
  /** In EIP-55 form, as is `tokenAddress`. */
  creatorAddress: string
  chainId: number
  tokenAddress: string
  /** Makes a signature valid for one deployment only. */
  domain: string
}

/** The six lines that a creator signs to bind a token to a launch (D66). */
export const buildTokenMessage = (fields: TokenMessageFields): string => buildMessage('Token', fields)

/**
 * The six lines by which a creator says that a token isn't theirs (D105). A denial is final, so that nobody can undo a later
 * signature by sending it again.
 */
export const buildDenialMessage = (fields: TokenMessageFields): string => buildMessage('Token Denial', fields)

const buildMessage = (title: string, fields: TokenMessageFields): string =>
  [
    `${fields.serviceName} ${title}`,
    `Score: ${fields.scoreId}`,
    `Creator: ${fields.creatorAddress}`,
    `Chain: ${fields.chainId}`,
    `Token: ${fields.tokenAddress}`,
    `Domain: ${fields.domain}`,
  ].join('\n')

interface NamedTokensMessageFields extends Pick<
  TokenMessageFields,
  'serviceName' | 'scoreId' | 'creatorAddress' | 'domain'
> {
  issuedAt: Date
}

/** The five lines that a creator signs to see the tokens that name the wallet. */
export const buildNamedTokensMessage = (fields: NamedTokensMessageFields): string =>
  [
    `${fields.serviceName} Named Tokens`,
    `Score: ${fields.scoreId}`,
    `Creator: ${fields.creatorAddress}`,
    `Issued: ${fields.issuedAt.toISOString()}`,
    `Domain: ${fields.domain}`,
  ].join('\n')
