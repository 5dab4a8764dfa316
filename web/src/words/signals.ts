import { type SignalWords, findSignalIcon, findSignalWords, signalLooks } from '../../../contract/signals/looks.ts'
import type { Language } from '../../../contract/props/site.ts'
import { getRenderedLooks, useLanguage } from './language.ts'

/** The looks of this deployment's signals on the server; in browsers those of the released versions. */
const getLooks = () => getRenderedLooks() ?? signalLooks

/** The words of a signal in the reader's language. */
export const useSignalWords = (name: string): SignalWords => findSignalWords(name, useLanguage(), getLooks())

/** Outside of components, as in `head`. */
export const pickSignalTitle = (name: string, language: Language): string =>
  findSignalWords(name, language, getLooks()).title

export const getSignalIcon = (name: string): string | null => findSignalIcon(name, getLooks())

/** `Seven signals`, at the beginning of a sentence. */
export const countSignals = (count: number, language: Language): string => {
  const word = numerals[language][count - 1] ?? String(count)
  return { en: `${word} signals`, es: `${word} señales`, zh: `${word}项信号` }[language]
}

const numerals: Record<Language, string[]> = {
  en: ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'],
  es: ['Una', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete', 'Ocho', 'Nueve', 'Diez'],
  zh: ['一', '两', '三', '四', '五', '六', '七', '八', '九', '十'],
}
