export const serviceHeader = (serviceName: string, what: string): string => `X-${toToken(serviceName)}-${what}`

export const webhookAgent = (serviceName: string): string => `${toToken(serviceName)}-Webhooks/1`

export const imageAgent = (serviceName: string): string => toToken(serviceName)

export const marketAgent = (serviceName: string): string => toToken(serviceName)

const toToken = (serviceName: string) => serviceName.replaceAll(/[^A-Za-z0-9]/g, '')
