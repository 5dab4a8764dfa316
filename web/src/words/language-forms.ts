import type { Language } from '../../../contract/props/site.ts'

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
