import { userInfo } from 'node:os'

/** Who runs the tool, for the record: the account's name, or its number where it has none. */
export function actor(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
