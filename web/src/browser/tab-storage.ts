/** Keeps a text until the tab is closed; null forgets it. */
export function keepInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    // storage may be full or off: the pages work without it
  }
}

/** The text that the tab keeps; null: none. */
export function recallFromTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** The texts of these names in a kept JSON object. It may be of another release of the page. */
export function parseTexts<Name extends string>(json: string | null, names: Name[]): Partial<Record<Name, string>> {
  const kept = parseObject(json ?? '{}')
  return Object.fromEntries(
    names.flatMap((name) => (typeof kept[name] === 'string' ? [[name, kept[name].slice(0, 4000)]] : [])),
  ) as Partial<Record<Name, string>> // of these names alone
}

function parseObject(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json)) as Record<string, unknown> // `Object` makes one of anything
  } catch {
    return {}
  }
}

const name = 'enrolled'

/** Keeps, while this tab is open, which launch was enrolled in it. */
export function rememberEnrolled(enrollmentId: string): void {
  try {
    sessionStorage.setItem(name, enrollmentId)
  } catch {
    // some browsers keep nothing
  }
}

/** Whether the launch was enrolled in this tab: a visitor with a copied link has not enrolled it. */
export function isOwnEnrollment(enrollmentId: string): boolean {
  try {
    return sessionStorage.getItem(name) === enrollmentId
  } catch {
    return false
  }
}
