import { type Hex, concatHex, encodeAbiParameters, numberToHex, size, toFunctionSelector } from 'viem'

/** Code that a deployment leaves at its address. */
const toInitCode = (code: Hex): Hex =>
  // push the size, copy what follows these 10 bytes, return it
  concatHex(['0x61', numberToHex(size(code), { size: 2 }), '0x80600a5f395ff3', code])

/** The code that deploys a token with a name, a symbol and 18 decimals, and nothing else. */
export function toTokenCode({ name, symbol }: { name: string; symbol: string }): Hex {
  return toInitCode(
    answer([
      { call: 'name()', data: text(name) },
      { call: 'symbol()', data: text(symbol) },
      { call: 'decimals()', data: encodeAbiParameters([{ type: 'uint8' }], [18]) },
    ]),
  )
}

const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])

/** A contract that responds to some calls with fixed data, and to others with none. */
function answer(answers: { call: string; data: Hex }[]): Hex {
  const [entry, branch] = [11, 14]
  // the selector of the call: 0 calldataload e0 shr
  const head: Hex = '0x5f3560e01c'
  const headSize = size(head) + answers.length * entry + 1
  let offset = headSize + answers.length * branch
  const tests: Hex[] = []
  const branches: Hex[] = []
  for (const [index, { call, data }] of answers.entries()) {
    const target = numberToHex(headSize + index * branch, { size: 2 })
    // dup1 push4 selector eq push2 target jumpi
    tests.push(concatHex(['0x80', '0x63', toFunctionSelector(call), '0x14', '0x61', target, '0x57']))
    // jumpdest push2 size push2 offset 0 codecopy push2 size 0 return
    const [length, from] = [numberToHex(size(data), { size: 2 }), numberToHex(offset, { size: 2 })]
    branches.push(concatHex(['0x5b', '0x61', length, '0x61', from, '0x5f39', '0x61', length, '0x5ff3']))
    offset += size(data)
  }
  return concatHex([head, ...tests, '0x00', ...branches, ...answers.map(({ data }) => data)])
}

/** A launchpad: deploys the code that it is sent, and emits `event` with the token and its creator, who called it. */
export const toFactory = (event: Hex): Hex =>
  // copy the call's data, create; log (event, token, caller)
  concatHex(['0x365f5f37365f5ff033907f', event, '0x5f5fa300'])

/** A pool: emits `event` with the amounts that it is sent, by and for the caller. */
export const toPool = (event: Hex): Hex => concatHex(['0x365f5f3733337f', event, '0x365fa300'])

/** Money: `balanceOf` is the storage at the holder's address, and it has 18 decimals. */
export const money: Hex = '0x5f3560e01c63313ce56714601857600435545f5260205ff35b60125f5260205ff3'
