/** The host of an address that the service has taken, as browsers name it. */
export const getHost = (url: string): string => URL.parse(url)?.host ?? url

/** The host as an address in Unicode writes it. */
export const getUnicodeHost = (url: string): string => url.replace('https://', '').split(/[/?#]/)[0] ?? ''
