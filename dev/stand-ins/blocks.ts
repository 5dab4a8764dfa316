export interface Blocks {
  head: number
  /** In seconds. */
  timeOf: (block: number) => number
  /** The blocks of the tags; without one the node doesn't know the tag. By default both are ten blocks behind the head. */
  tags?: { safe?: number | undefined; finalized?: number | undefined }
}

/** The answer to `eth_getBlockByNumber`. */
export function answerBlock({ head, timeOf, tags }: Blocks, asked: string): object {
  const number = findNumber({ head, tags: tags ?? { safe: head - 10, finalized: head - 10 } }, asked)
  if (number === undefined) return { error: { code: -39_001, message: 'Unknown block' } }
  if (number > head) return { result: null }
  const hash = `0x${number.toString(16).padStart(64, '0')}`
  return { result: { number: toHex(number), hash, timestamp: toHex(Math.floor(timeOf(number))) } }
}

function findNumber({ head, tags }: Required<Omit<Blocks, 'timeOf'>>, asked: string): number | undefined {
  if (asked === 'latest') return head
  return asked === 'safe' || asked === 'finalized' ? tags[asked] : Number(asked)
}

export const toHex = (value: number): string => `0x${value.toString(16)}`
