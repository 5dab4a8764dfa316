import { userInfo } from 'node:os'

/** The account's name, or its number. */
export function getActor(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
