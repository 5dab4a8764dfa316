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

const enrolled = 'enrolled'

/** Remembers in this tab which launch its visitor enrolled. */
export const rememberEnrolled = (enrollmentId: string): void => keepInTab(enrolled, enrollmentId)

/** Whether the launch was enrolled in this tab. A visitor who follows a copied link has not enrolled it. */
export const isOwnEnrollment = (enrollmentId: string): boolean => recallFromTab(enrolled) === enrollmentId
