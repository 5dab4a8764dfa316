import type { Fact } from '../../../contract/signals/schemas.ts'
import { plural } from './formats.ts'
import type { Words } from './language.ts'

export type Values = Fact['values']

/** The words of a fact, given the values in it. */
export type FactWords = Record<string, (values: Values) => string>

export const number = (value: Values[string] | undefined): number => Number(value ?? 0)
export const list = (value: Values[string] | undefined): string[] => (Array.isArray(value) ? value : [])

/** The counts above zero, in words. */
function joinCounts(join: string, counts: [count: Values[string] | undefined, tell: (n: number) => string][]): string {
  return counts.flatMap(([count, tell]) => (number(count) > 0 ? [tell(number(count))] : [])).join(join)
}

const en: FactWords = {
  faultless: () => 'Short, readable, consistently written',
  empty: () => 'Nothing readable in the name',
  hidden: () => 'Invisible or look-alike characters',
  marks: () => 'Letters struck through or under piles of marks',
  too_short: ({ characters }) =>
    `Only ${plural('en', number(characters), { one: '# character', other: '# characters' })}`,
  too_long: ({ characters, most }) => `${number(characters)} characters – ${number(most)} or fewer works best`,
  alpha: ({ digits, symbols }) =>
    `${joinCounts(' and ', [
      [digits, (n) => plural('en', n, { one: '# digit', other: '# digits' })],
      [symbols, (n) => plural('en', n, { one: '# symbol', other: '# symbols' })],
    ])} in the name`,
  no_letter: () => 'Name without a letter',
  mixed_scripts: () => 'Letters of different scripts mixed in a word',
  lookalikes_beside: () => 'Letters that look like Latin ones',
  lookalikes: () => 'Letters that look like Latin ones',
  separators: () => 'Underscores or extra hyphens in the name',
  words: ({ words, most }) => `${number(words)} words – ${number(most)} or fewer works best`,
  clusters: ({ runs }) => `“${list(runs).join(', ')}” is hard to pronounce`,
  no_vowel: () => 'Letters without a vowel',
  repeat: () => 'The same character repeated',
  caps_erratic: () => 'Capitals all over a word',
  caps_mixed: () => 'Mixed capitalisation',
  caps_all: () => 'All capitals',
  no_handle: () => 'No X handle',
  not_a_handle: () => 'Not a handle that X can have',
  no_at: () => 'No @ in front',
  short_handle: ({ least }) => `Handle under ${number(least)} characters`,
  reserved: () => 'Handle contains “twitter” or “admin”',
  handle_without_letter: () => 'Handle without a letter',
  digits_at_end: () => 'Digits at the end of the handle',
  many_digits: () => 'Many digits in the handle',
  many_underscores: () => 'Many underscores in the handle',
  underscore_at_end: () => 'An underscore at an end of the handle',
  match_name: () => 'X handle matches the name',
  match_ticker: () => 'X handle matches the ticker',
  no_match: () => 'X handle matches neither name nor ticker',
  mentions: ({ creators }) =>
    number(creators) === 0
      ? 'No other creator has mentioned it in the last 7 days'
      : plural('en', number(creators), {
          one: 'Mentioned by # other creator in 7 days',
          other: 'Mentioned by # other creators in 7 days',
        }),
  claim: () => 'Another creator used this handle first',
}

const es: FactWords = {
  faultless: () => 'Corto, legible y escrito de forma coherente',
  empty: () => 'El nombre no tiene nada legible',
  hidden: () => 'Caracteres invisibles o engañosos',
  marks: () => 'Letras tachadas o cargadas de marcas',
  too_short: ({ characters }) =>
    `Solo ${plural('es', number(characters), { one: '# carácter', other: '# caracteres' })}`,
  too_long: ({ characters, most }) => `${number(characters)} caracteres: mejor ${number(most)} o menos`,
  alpha: ({ digits, symbols }) =>
    `${joinCounts(' y ', [
      [digits, (n) => plural('es', n, { one: '# cifra', other: '# cifras' })],
      [symbols, (n) => plural('es', n, { one: '# símbolo', other: '# símbolos' })],
    ])} en el nombre`,
  no_letter: () => 'Nombre sin ninguna letra',
  mixed_scripts: () => 'Letras de escrituras distintas en una palabra',
  lookalikes_beside: () => 'Letras que parecen latinas',
  lookalikes: () => 'Letras que parecen latinas',
  separators: () => 'Guiones bajos o guiones de más en el nombre',
  words: ({ words, most }) => `${number(words)} palabras: mejor ${number(most)} o menos`,
  clusters: ({ runs }) => `«${list(runs).join(', ')}» es difícil de pronunciar`,
  no_vowel: () => 'Letras sin vocal',
  repeat: () => 'El mismo carácter repetido',
  caps_erratic: () => 'Mayúsculas por toda una palabra',
  caps_mixed: () => 'Mayúsculas y minúsculas mezcladas',
  caps_all: () => 'Todo en mayúsculas',
  no_handle: () => 'Sin cuenta de X',
  not_a_handle: () => 'No es una cuenta posible en X',
  no_at: () => 'Sin @ delante',
  short_handle: ({ least }) => `Cuenta de menos de ${number(least)} caracteres`,
  reserved: () => 'La cuenta contiene «twitter» o «admin»',
  handle_without_letter: () => 'Cuenta sin ninguna letra',
  digits_at_end: () => 'Cifras al final de la cuenta',
  many_digits: () => 'Muchas cifras en la cuenta',
  many_underscores: () => 'Muchos guiones bajos en la cuenta',
  underscore_at_end: () => 'Un guion bajo en un extremo de la cuenta',
  match_name: () => 'La cuenta de X coincide con el nombre',
  match_ticker: () => 'La cuenta de X coincide con el ticker',
  no_match: () => 'La cuenta de X no coincide ni con el nombre ni con el ticker',
  mentions: ({ creators }) =>
    number(creators) === 0
      ? 'Ningún otro creador la ha mencionado en los últimos 7 días'
      : plural('es', number(creators), {
          one: 'Mencionada por # creador en 7 días',
          other: 'Mencionada por # creadores en 7 días',
        }),
  claim: () => 'Otro creador usó antes esta cuenta',
}

const zh: FactWords = {
  faultless: () => '简短、易读、写法一致',
  empty: () => '名称没有可读内容',
  hidden: () => '含有不可见或形近字符',
  marks: () => '字母带删除线或堆叠符号',
  too_short: ({ characters }) => `只有 ${number(characters)} 个字符`,
  too_long: ({ characters, most }) => `${number(characters)} 个字符，最好不超过 ${number(most)} 个`,
  alpha: ({ digits, symbols }) =>
    `名称含 ${joinCounts('和 ', [
      [digits, (n) => `${n} 个数字`],
      [symbols, (n) => `${n} 个符号`],
    ])}`,
  no_letter: () => '名称没有字母',
  mixed_scripts: () => '同一词中混用不同文字的字母',
  lookalikes_beside: () => '貌似拉丁字母的其他文字',
  lookalikes: () => '貌似拉丁字母的其他文字',
  separators: () => '名称有下划线或多余的连字符',
  words: ({ words, most }) => `${number(words)} 个词，最好不超过 ${number(most)} 个`,
  clusters: ({ runs }) => `“${list(runs).join(', ')}”不易发音`,
  no_vowel: () => '没有元音字母',
  repeat: () => '同一字符连续重复',
  caps_erratic: () => '词中大写杂乱',
  caps_mixed: () => '大小写混用',
  caps_all: () => '全部大写',
  no_handle: () => '没有 X 账号',
  not_a_handle: () => '不是 X 允许的账号',
  no_at: () => '前面缺少 @',
  short_handle: ({ least }) => `账号少于 ${number(least)} 个字符`,
  reserved: () => '账号含有 “twitter” 或 “admin”',
  handle_without_letter: () => '账号没有字母',
  digits_at_end: () => '账号以数字结尾',
  many_digits: () => '账号数字过多',
  many_underscores: () => '账号下划线过多',
  underscore_at_end: () => '账号首尾有下划线',
  match_name: () => 'X 账号与名称相符',
  match_ticker: () => 'X 账号与代号相符',
  no_match: () => 'X 账号与名称和代号都不相符',
  mentions: ({ creators }) =>
    number(creators) === 0 ? '最近 7 天没有其他创建者提到它' : `最近 7 天有 ${number(creators)} 位创建者提到它`,
  claim: () => '另一位创建者更早使用了这个账号',
}

/** What the rules find in a name and a handle. The form loads these words alone. */
export const findingWords: Words<FactWords> = { en, es, zh }
