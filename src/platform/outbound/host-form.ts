import { isIP } from 'node:net'

export const isHost = (value: string) =>
  isIP(value) !== 0 ||
  (value.split('.').every((label) => /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/i.test(label)) && !/(^|\.)\d+$/.test(value))

/** As browsers write `location.host`. */
export function isDomain(value: string): boolean {
  const [, ipv6, name = '', port = '443'] =
    /^(?:\[([\da-f:.]+)\]|([a-z\d._-]{1,253}))(?::(\d{1,5}))?$/.exec(value) ?? []
  return (ipv6 === undefined ? isHost(name) : isIP(ipv6) === 6) && Number(port) >= 1 && Number(port) <= 65_535
}
