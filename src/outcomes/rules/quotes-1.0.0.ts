import type { Quotes } from './depth-1.0.0.ts'

interface QuoteList {
  native: string[]
  dollars: string[]
  others: string[]
  /** The wrapped native coin, whose market shows the native coin's price. */
  wrapped: string
}

const zeroAddress = '0x0000000000000000000000000000000000000000'
const opWeth = '0x4200000000000000000000000000000000000006'

/** What counts as money on a chain for `outcome-rules@1.0.0`, in lower case. */
const lists: Record<number, QuoteList | undefined> = {
  8453: {
    native: [zeroAddress, opWeth],
    wrapped: opWeth,
    // USDC, USDbC
    dollars: ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca'],
    // cbBTC, VIRTUAL, ZORA, flETH, CLANKER
    others: [
      '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf',
      '0x0b3e328455c4059eeb9e3f84b5543f74e24e7e1b',
      '0x1111111111166b7fe7bd91427724b487980afc69',
      '0x000000000d564d5be76f7f0d28fe52605afc7cf8',
      '0x1bc0c42215582d5a085795f4badbac3ff36d1bcb',
    ],
  },
}

interface Extra {
  address: string
  kind: 'native' | 'dollar' | 'other'
}

export interface ChainQuotes extends Quotes {
  /** The token that the canary asks about; null: the chain's wrapped native coin isn't known. */
  wrapped: string | null
}

/** The built-in quotes of a chain together with the operator's. The zero address stands for the native coin everywhere. */
export function listQuotes(chainId: number, extra: readonly Extra[]): ChainQuotes {
  const list = lists[chainId]
  const pick = (kind: Extra['kind']) => extra.filter((one) => one.kind === kind).map(({ address }) => address)
  const native = [zeroAddress, ...(list?.native ?? []), ...pick('native')]
  const dollars = [...(list?.dollars ?? []), ...pick('dollar')]
  return {
    known: new Set([...native, ...dollars, ...(list?.others ?? []), ...pick('other')]),
    dollars: new Set(dollars),
    native: new Set(native),
    wrapped: list?.wrapped ?? pick('native').find((address) => address !== zeroAddress) ?? null,
  }
}
