const name = 'wallet'

/** Keeps which wallet was connected while this tab is open, so that the next page can go on with it. */
export function rememberWallet(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, key)
  } catch {
    // some browsers keep nothing; the next page asks again
  }
}

export function recallWallet(): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}
