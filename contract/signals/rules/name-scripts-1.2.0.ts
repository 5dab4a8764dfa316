import { type Fact, finding } from './fact-1.2.0.ts'
import { generic } from './name-characters-1.2.0.ts'

/** What letters of several scripts, and letters that look like Latin ones, cost a name. */
export function scriptsRule(text: string): Fact[] {
  const words = text.match(/[\p{L}\p{M}\p{N}\p{Cf}]+/gu) ?? []
  if (words.some(isMixed)) return finding('mixed_scripts', -60)
  const lettered = words.filter((word) => /\p{L}/u.test(word))
  const [disguised, other] = [lettered.filter(isDisguised), lettered.filter((word) => !isDisguised(word))]
  if (disguised.length === 0) return []
  if (other.some((word) => /\p{sc=Latn}/u.test(word))) return finding('lookalikes_beside', -60)
  if (other.length > 0) return []
  const isRare = disguised.some((word) => !/[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}]/u.test(word))
  return finding('lookalikes', isRare ? -60 : -25)
}

/** Writing systems that use several scripts together: Unicode's augmented scripts (UTS 39). */
const systems: Record<string, string[]> = {
  Hani: ['Japanese', 'Korean', 'Chinese'],
  Hira: ['Japanese'],
  Kana: ['Japanese'],
  Hang: ['Korean'],
  Bopo: ['Chinese'],
}

// By their codes of ISO 15924.
const scripts = (
  'Latn Cyrl Grek Armn Geor Hebr Arab Syrc Thaa Nkoo Adlm Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo ' +
  'Khmr Mymr Tibt Ethi Hani Hira Kana Hang Bopo Mong Cher Cans Copt Goth Lisu Dsrt Osge Tfng Java Bali Yiii'
)
  .split(' ')
  .map((name) => ({ pattern: new RegExp(`^\\p{scx=${name}}$`, 'u'), names: systems[name] ?? [name] }))

const ofAll = /^[\p{scx=Zyyy}\p{scx=Zinh}]$/u

/** Null: every script has it. Scripts that are not listed count as one. */
function listScripts(point: string): string[] | null {
  if (ofAll.test(point)) return null
  const names = scripts.filter(({ pattern }) => pattern.test(point)).flatMap((script) => script.names)
  return names.length === 0 ? ['other'] : names
}

// Unicode's list of the scripts that take an accent grows, so accents don't count here.
const accents = new RegExp(generic, 'gu')

/** Whether no writing system has all letters of a word. */
function isMixed(word: string): boolean {
  const sets = [...new Set(word.replace(accents, ''))].map(listScripts).filter((names) => names !== null)
  const others = sets.filter((names) => !names.includes('Latn'))
  const shared = intersect(others)
  if (shared === null) return false
  return shared.length === 0 || (others.length < sets.length && !shared.some((name) => besideLatin.has(name)))
}

function intersect(sets: string[][]): string[] | null {
  const [first, ...rest] = sets
  return first ? first.filter((name) => rest.every((names) => names.includes(name))) : null
}

/** Writing systems without spaces, whose texts take Latin words as they are. No letter of theirs is taken for a Latin one. */
const besideLatin = new Set(['Japanese', 'Korean', 'Chinese', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt'])

/** Whether a word has only letters of another script that look like Latin letters. */
const isDisguised = (word: string): boolean =>
  lookalikes.test(word.normalize('NFD').replace(/[\p{M}\p{Cf}\p{N}]/gu, ''))

// Cyrillic, Greek, Armenian, Cherokee, Coptic, Deseret. All capitals of Lisu have the shape of a Latin one.
const lookalikes =
  /^(?:[асԁеһіјӏорԛѕѵԝхуАВСЕНІЈКМОРЅТХУԚԜЅ]+|[ονραϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ]+|[օսոհցզՕՍՏԼ]+|[ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏔᏚᏞᏟᏢᏦᏧᏩᏪᏴꭰꭱꭲꭵꭺꭻꭼꮃꮇꮋꮍꮐꮓꮟꮢꮤꮪꮮꮯꮲꮶꮷꮩꮥᏙᏕ]+|[ⲀⲂⲈⲌⲎⲒⲔⲘⲚⲞⲢⲤⲦⲬⲟⲣⲥⲭⲈⲉ]+|[\u{10404}\u{10415}\u{1041b}\u{10420}\u{1042c}\u{1043d}\u{10443}\u{10448}]+|\p{sc=Lisu}+)$/u
