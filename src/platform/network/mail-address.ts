/** Whether a URL names a mail server and its user and password can be decoded. */
export function isMailServer({ hostname, username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return hostname !== ''
  } catch {
    return false
  }
}

/** Whether `value` is an email address, alone or in angle brackets after a name. */
export const isMailbox = (value: string) =>
  /^\s*([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)\s*$/u.test(value)
