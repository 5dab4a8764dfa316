/** The host of an address that the service has taken, as browsers name it. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url
