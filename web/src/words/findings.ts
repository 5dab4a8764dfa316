import { plural } from './formats.ts'
import type { Words } from './language.ts'

/** A finding of a rule of `name` or `social`. */
interface Found {
  /** The numbers in its text. */
  values: string[]
  /** As the record has it, in English. */
  text: string
}

/** Undefined: the text as the record has it. */
type FindingWords = Record<string, (found: Found) => string | undefined>

const count = ({ values }: Found): number => Number(values[0] ?? 0)

/** `mbr, xyz` of `Consonants hard to say together (mbr, xyz)`. */
function clusterOf({ text }: Found): string | undefined {
  const [open, close] = [text.lastIndexOf('('), text.lastIndexOf(')')]
  return open > 0 && close > open ? text.slice(open + 1, close) : undefined
}

const isShort = ({ text }: Found): boolean => text.startsWith('Only ')
const isShouted = ({ text }: Found): boolean => text.endsWith('all capitals')
const isDisguised = ({ text }: Found): boolean => text.includes('look like')
const matched = ({ text }: Found): 'name' | 'ticker' | 'none' => {
  if (text.endsWith('the name')) return 'name'
  return text.endsWith('the ticker') ? 'ticker' : 'none'
}

const en: FindingWords = {
  faultless: () => 'Short, readable, consistently written',
  hidden: () => 'Invisible or look-alike characters',
  marks: () => 'Letters struck through or under piles of marks',
  length: (found) => {
    const characters = plural('en', count(found), { one: '# character', other: '# characters' })
    return isShort(found) ? `Only ${characters}` : `${characters} – 12 or fewer works best`
  },
  script: (found) =>
    isDisguised(found) ? 'Letters that look like Latin ones' : 'Letters of different scripts mixed in a word',
  words: (found) => `${count(found)} words – 3 or fewer works best`,
  clusters: (found) => {
    const cluster = clusterOf(found)
    return cluster === undefined ? 'Letters without a vowel' : `“${cluster}” is hard to pronounce`
  },
  repeat: () => 'The same character repeated',
  caps: (found) => (isShouted(found) ? 'All capitals' : 'Mixed capitalisation'),
  at: () => 'No @ in front',
  short: () => 'Handle under 4 characters',
  reserved: () => 'Handle contains “twitter” or “admin”',
  noletters: () => 'Handle without a letter',
  match: (found) =>
    ({
      name: 'X handle matches the name',
      ticker: 'X handle matches the ticker',
      none: 'X handle matches neither name nor ticker',
    })[matched(found)],
  mentions: (found) =>
    count(found) === 0
      ? 'No other creator has mentioned it in the last 7 days'
      : plural('en', count(found), {
          one: 'Mentioned by # other creator in 7 days',
          other: 'Mentioned by # other creators in 7 days',
        }),
  claim: () => 'Another creator used this handle first',
}

const es: FindingWords = {
  faultless: () => 'Corto, legible y escrito de forma coherente',
  hidden: () => 'Caracteres invisibles o engañosos',
  marks: () => 'Letras tachadas o cargadas de marcas',
  length: (found) => {
    const characters = plural('es', count(found), { one: '# carácter', other: '# caracteres' })
    return isShort(found) ? `Solo ${characters}` : `${characters}: mejor 12 o menos`
  },
  script: (found) =>
    isDisguised(found) ? 'Letras que parecen latinas' : 'Letras de escrituras distintas en una palabra',
  words: (found) => `${count(found)} palabras: mejor 3 o menos`,
  clusters: (found) => {
    const cluster = clusterOf(found)
    return cluster === undefined ? 'Letras sin vocal' : `«${cluster}» es difícil de pronunciar`
  },
  repeat: () => 'El mismo carácter repetido',
  caps: (found) => (isShouted(found) ? 'Todo en mayúsculas' : 'Mayúsculas y minúsculas mezcladas'),
  at: () => 'Sin @ delante',
  short: () => 'Cuenta de menos de 4 caracteres',
  reserved: () => 'La cuenta contiene «twitter» o «admin»',
  noletters: () => 'Cuenta sin ninguna letra',
  match: (found) =>
    ({
      name: 'La cuenta de X coincide con el nombre',
      ticker: 'La cuenta de X coincide con el ticker',
      none: 'La cuenta de X no coincide ni con el nombre ni con el ticker',
    })[matched(found)],
  mentions: (found) =>
    count(found) === 0
      ? 'Ningún otro creador la ha mencionado en los últimos 7 días'
      : plural('es', count(found), {
          one: 'Mencionada por # creador en 7 días',
          other: 'Mencionada por # creadores en 7 días',
        }),
  claim: () => 'Otro creador usó antes esta cuenta',
}

const zh: FindingWords = {
  faultless: () => '简短、易读、写法一致',
  hidden: () => '含有不可见或形近字符',
  marks: () => '字母带删除线或堆叠符号',
  length: (found) => (isShort(found) ? `只有 ${count(found)} 个字符` : `${count(found)} 个字符，最好不超过 12 个`),
  script: (found) => (isDisguised(found) ? '貌似拉丁字母的其他文字' : '同一词中混用不同文字的字母'),
  words: (found) => `${count(found)} 个词，最好不超过 3 个`,
  clusters: (found) => {
    const cluster = clusterOf(found)
    return cluster === undefined ? '没有元音字母' : `“${cluster}”不易发音`
  },
  repeat: () => '同一字符连续重复',
  caps: (found) => (isShouted(found) ? '全部大写' : '大小写混用'),
  at: () => '前面缺少 @',
  short: () => '账号少于 4 个字符',
  reserved: () => '账号含有 “twitter” 或 “admin”',
  noletters: () => '账号没有字母',
  match: (found) =>
    ({ name: 'X 账号与名称相符', ticker: 'X 账号与代号相符', none: 'X 账号与名称和代号都不相符' })[matched(found)],
  mentions: (found) =>
    count(found) === 0 ? '最近 7 天没有其他创建者提到它' : `最近 7 天有 ${count(found)} 位创建者提到它`,
  claim: () => '另一位创建者更早使用了这个账号',
}

/** The findings of the rules of `name` and `social`, by their ids; an id that isn't here is shown as the record has it. */
export const findingWords: Words<FindingWords> = { en, es, zh }
