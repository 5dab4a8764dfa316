/** The tab's own storage, which ends with the tab; nothing is kept unless the operator asks for it. */
const name = 'launchscore-admin-token'

export const readKeptToken = (): string => withStorage((storage) => storage.getItem(name)) ?? ''
export const keepToken = (token: string): void => void withStorage((storage) => storage.setItem(name, token))
export const forgetToken = (): void => void withStorage((storage) => storage.removeItem(name))

/** Browsers can forbid storage, and then throw. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}
