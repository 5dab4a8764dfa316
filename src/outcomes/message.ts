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
export const buildTokenMessage = (fields: TokenMessageFields): string =>
  [
    `${fields.serviceName} Token`,
    `Score: ${fields.scoreId}`,
    `Creator: ${fields.creatorAddress}`,
    `Chain: ${fields.chainId}`,
    `Token: ${fields.tokenAddress}`,
    `Domain: ${fields.domain}`,
  ].join('\n')
