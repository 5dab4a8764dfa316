/** Whether a text is an absolute http or https URL. */
export const isHttpUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
