import type { Language } from '../../../contract/props/site.ts'
import type { SignalLooks } from '../../../contract/signals/looks.ts'

interface LanguageForm {
  /** For `lang` attributes. */
  tag: string
  /** For Intl. */
  locale: string
  /** Its name, in itself. */
  name: string
}

export const languages: Record<Language, LanguageForm> = {
  en: { tag: 'en', locale: 'en-GB', name: 'English' },
  es: { tag: 'es', locale: 'es', name: 'Español' },
  zh: { tag: 'zh-Hans', locale: 'zh-Hans-CN', name: '简体中文' },
}

/** The words of a page or a component in every language. */
export type Words<T> = Record<Language, T>

/**
 * Null in browsers, which read `<html lang>`. It isn't a Preact context, because subscribing every component with words
 * took a third of a page's rendering time.
 */
let renderedLanguage: Language | null = null
let renderedLooks: SignalLooks | null = null
let renderedChains: number[] | null = null

interface Rendering {
  language: Language
  looks: SignalLooks
  chains: number[]
}

/** Renders in a language on the server. `render` is synchronous. */
export function renderIn({ language, looks, chains }: Rendering, render: () => string): string {
  ;[renderedLanguage, renderedLooks, renderedChains] = [language, looks, chains]
  try {
    return render()
  } finally {
    ;[renderedLanguage, renderedLooks, renderedChains] = [null, null, null]
  }
}

/** The chains of this deployment; null in browsers. */
export const getRenderedChains = (): number[] | null => renderedChains

/** The looks of the signals of this deployment; null in browsers. */
export const getRenderedLooks = (): SignalLooks | null => renderedLooks

export const useLanguage = (): Language => renderedLanguage ?? readPageLanguage()

export const useWords = <T>(words: Words<T>): T => words[useLanguage()]

/** Outside of components: in `head`, and in modules without markup. */
export const pickWords = <T>(words: Words<T>, language: Language = readPageLanguage()): T => words[language]

/** The language of the page that the browser shows. */
export function readPageLanguage(): Language {
  const tag = typeof document === 'undefined' ? 'en' : document.documentElement.lang
  return (Object.keys(languages) as Language[]).find((language) => tag.startsWith(language)) ?? 'en'
}

/** A path of this site, with the language that the reader chose by `?lang=`. The server does this to the links that it renders. */
export function keepLanguage(path: string): string {
  const chosen = new URLSearchParams(location.search).get('lang')
  if (chosen === null) return path
  const url = new URL(path, location.href)
  url.searchParams.set('lang', chosen)
  return url.pathname + url.search + url.hash
}
