import { type Static, Type } from 'typebox'
import type { ReadTokenTexts, TokenTexts } from './chain/token-texts.ts'
import { parseMetadata, type Metadata, type ReadMetadata } from './metadata.ts'

const text = Type.Union([Type.String(), Type.Null()])

export const TokenProfile = Type.Object({
  isContract: Type.Boolean({ description: 'False: there is no contract at the address' }),
  name: text,
  symbol: text,
  description: text,
  images: Type.Array(Type.String(), { description: 'The best first' }),
  links: Type.Array(Type.Object({ url: Type.String(), isWebsite: Type.Boolean() })),
  faults: Type.Array(Type.String(), { description: 'Why metadata that the contract names could not be read' }),
})
/** What a token's contract and its metadata say. Everything is untrusted. */
export type TokenProfile = Static<typeof TokenProfile>

export const TokenCreator = Type.Union([
  Type.Object({ address: Type.String({ description: 'Lower case' }) }),
  Type.Object({ unknown: Type.String({ description: 'Why it isn’t known, in words that follow "because"' }) }),
])
export type TokenCreator = Static<typeof TokenCreator>

export type FindTokenCreator = (token: string, signal: AbortSignal) => Promise<TokenCreator>

/** Reads tokens that nobody has submitted. */
export interface TokenReader {
  profile: ReadTokenProfile
  creator: FindTokenCreator
}

export type ReadTokenProfile = (token: string, signal: AbortSignal) => Promise<TokenProfile>

/** Throws `UpstreamError` ('chain') or the signal's reason; a document that can't be read is the contract's fault. */
export const createReadTokenProfile =
  (readTexts: ReadTokenTexts, readMetadata: ReadMetadata): ReadTokenProfile =>
  async (token, signal) => {
    const { name, symbol, isContract, texts, launchpad } = await readTexts(token, signal)
    const read = await Promise.all(
      texts.map(async (said) => ({ from: said.name, metadata: await readText(readMetadata, said, signal) })),
    )
    const told = read.flatMap(({ metadata }) => ('fault' in metadata ? [] : [metadata]))
    if (launchpad) told.push(toMetadata(launchpad))
    return {
      isContract,
      name,
      symbol,
      description: told.find(({ description }) => description !== null)?.description ?? null,
      images: told.flatMap(({ image }) => image ?? []),
      links: told.flatMap(({ links }) => links),
      faults: read.flatMap(({ from, metadata }) =>
        'fault' in metadata ? [`what ${from}() names ${metadata.fault}`] : [],
      ),
    }
  }

function readText(
  readMetadata: ReadMetadata,
  { form, text }: TokenTexts['texts'][number],
  signal: AbortSignal,
): Promise<Metadata | { fault: string }> | Metadata | { fault: string } {
  if (form === 'image') return { description: null, image: text, links: [] }
  if (text.startsWith('{')) return parseMetadata(text)
  return readMetadata(form === 'cid' && !text.includes(':') ? `ipfs://${text}` : text, signal)
}

function toMetadata({
  description,
  image,
  twitter,
  telegram,
  website,
}: NonNullable<TokenTexts['launchpad']>): Metadata {
  const links = [website, twitter, telegram].flatMap((url) =>
    url === null ? [] : [{ url, isWebsite: url === website }],
  )
  return { description, image, links }
}
