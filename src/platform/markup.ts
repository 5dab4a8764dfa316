/** Text as it may stand in XML and SVG, between tags and in quoted attributes; what XML can't hold at all is left out. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(unfit, '').replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

// XML 1.0 allows tab, line feed and carriage return of the controls, and neither lone surrogates nor U+FFFE and U+FFFF
const unfit = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
