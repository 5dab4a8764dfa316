import { userInfo } from 'node:os'

/** The account that runs the tool, for the audit log: its name, or its number if it has none. */
export function getActor(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
