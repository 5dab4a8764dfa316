/** "1 token", "2 tokens": for nouns that take an s. */
export const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
