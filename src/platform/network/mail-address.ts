import { canDecodeCredentials } from './url-credentials.ts'

export const isMailServer = (url: URL): boolean => url.hostname !== '' && canDecodeCredentials(url)

export const isMailbox = (value: string) =>
  /^\s*([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)\s*$/u.test(value)
