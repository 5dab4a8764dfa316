const length = 50_000

const letters = ['a', 'A', 'а', 'ا', '中', 'α', '1', ' ', '\n', '.', '-', '_', '@', '/', '"', '\u200b', '😀']
const pairs = ['a ', '中 ', 'а ', '1 ', 'a.', 'a@', '1,', 'a\n', '0x', '=x', '[a', '<a', '{a', ' \n', "a'"]

/** Texts that make a pattern try many ways to match, of which none does: its own words and signs, and runs of anything. */
export function hostileTexts(source: string): string[] {
  const words = [...new Set(source.match(/(?<!\\)[\p{L}\d]{3,}/gu) ?? [])].slice(0, 8)
  const signs = [...new Set(source.match(/[^\p{L}\p{N}\\\s]/gu) ?? [])]
  const opening = words.slice(0, 3).join(' ')
  return [
    ...[...letters, ...pairs].map(repeat),
    ...signs.map(repeat),
    ...words.map((word) => repeat(`${word} `)),
    ...words.flatMap((word) => ['a', 'а', '中', 'ا', '1', ' ', 'a '].map((unit) => `${word} ${repeat(unit)}`)),
    ...words.flatMap((word) => ['a', 'а', '中'].map((unit) => word + repeat(unit))),
    repeat(`${opening} `),
    repeat(words.join(' ')),
    `${repeat('a')}\u0000`,
  ].map((text) => `${text}\u0001`)
}

const repeat = (unit: string): string => (unit === '' ? '' : unit.repeat(Math.ceil(length / unit.length)))
