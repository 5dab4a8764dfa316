import { canDecodeCredentials } from './url-credentials.ts'

/** Whether a URL names a mail server and its user and password can be decoded. */
export const isMailServer = (url: URL): boolean => url.hostname !== '' && canDecodeCredentials(url)

/** Whether `value` is an email address, alone or in angle brackets after a name. */
export const isMailbox = (value: string) =>
  /^\s*([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)\s*$/u.test(value)
