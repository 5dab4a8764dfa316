/** The name of one of this deployment's headers, `X-Launchscore-Event`, with the letters and digits of SERVICE_NAME (D1). */
export const serviceHeader = (serviceName: string, what: string): string => `X-${toToken(serviceName)}-${what}`

/** The User-Agent of requests to webhook endpoints. */
export const webhookAgent = (serviceName: string): string => `${toToken(serviceName)}-Webhooks/1`

/** The User-Agent of requests to image hosts. */
export const imageAgent = (serviceName: string): string => toToken(serviceName)

/** The User-Agent of requests to market data. */
export const marketAgent = (serviceName: string): string => toToken(serviceName)

const toToken = (serviceName: string) => serviceName.replaceAll(/[^A-Za-z0-9]/g, '')
