/** Characters that XML can't hold are left out. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(unfit, '').replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

// Of the control characters, XML 1.0 allows tab, line feed and carriage return. It allows no lone surrogates, U+FFFE or U+FFFF.
const unfit = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
