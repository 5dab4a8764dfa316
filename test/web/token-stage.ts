import { mug, startUnscored, type Unscored } from '../world/unscored.ts'

/** A service with a token that nobody has scored, and one that somebody has. */
export interface TokenStage {
  url: string
  service: Unscored
  close: () => Promise<void>
}

export { mug }

export async function startTokenStage(): Promise<TokenStage> {
  const closers: (() => unknown)[] = []
  const service = await startUnscored({ after: (close) => void closers.push(close as () => unknown) })
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    service,
    close: async () => {
      for (const close of closers.toReversed()) await close()
    },
  }
}
