/** Keeps a text until the tab is closed; null removes it. */
export function keepInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    // storage may be full or off; pages work without it
  }
}

export function recallFromTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** The texts with these names in a stored JSON object, which another release of the page may have written. */
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

/** The creator's signature of a draft, with which it can be published in the same tab. */
export const toSignatureName = (draftId: string): string => `signature ${draftId}`

const enrolled = 'enrolled'

export interface KeptDraft {
  id: string
  name: string
  symbol: string
}

const draftsName = 'drafts'
const maxDrafts = 20

/** Newest first. */
export function rememberDraft({ id, name, symbol }: KeptDraft): void {
  const kept = [{ id, name, symbol }, ...listDrafts().filter((draft) => draft.id !== id)].slice(0, maxDrafts)
  keepInTab(draftsName, JSON.stringify(kept))
}

/** The drafts that were made in this tab. */
export function listDrafts(): KeptDraft[] {
  const kept = Object.values(parseObject(recallFromTab(draftsName) ?? '[]'))
  return kept.flatMap((one) => {
    const { id, name, symbol } = parseTexts(JSON.stringify(one), ['id', 'name', 'symbol'])
    return id !== undefined && name !== undefined && symbol !== undefined ? [{ id, name, symbol }] : []
  })
}

/** Remembers in this tab which launch its visitor enrolled. */
export const rememberEnrolled = (enrollmentId: string): void => keepInTab(enrolled, enrollmentId)

/** Whether the launch was enrolled in this tab. A visitor who follows a copied link has not enrolled it. */
export const isOwnEnrollment = (enrollmentId: string): boolean => recallFromTab(enrolled) === enrollmentId
