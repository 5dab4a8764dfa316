import { type Hex, concatHex, encodeAbiParameters, getContractAddress, parseAbiParameters, zeroHash } from 'viem'
import artifact from '../../../contracts/LaunchscoreReader.json' with { type: 'json' }
import type { Call } from './attester.ts'

/** Deploys code at an address that depends only on the code: https://github.com/Arachnid/deterministic-deployment-proxy */
export const deploymentProxy: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export interface ReaderSettings {
  /** of EAS */
  contract: Hex
  schemaId: Hex
  /** The current one comes first. */
  attesters: Hex[]
  /** EAS's Indexer; the zero address: none. */
  indexer: Hex
}

export const encodeReaderSettings = ({ contract, schemaId, attesters, indexer }: ReaderSettings): Hex =>
  encodeAbiParameters(parseAbiParameters('address, bytes32, address[], address'), [
    contract,
    schemaId,
    attesters,
    indexer,
  ])

const toCode = (settings: Hex) => concatHex([artifact.bytecode as Hex, settings])

/** `settings` are encoded. */
export const encodeDeployReader = (settings: Hex): Call => ({
  to: deploymentProxy,
  data: concatHex([zeroHash, toCode(settings)]),
})

export const toReaderAddress = (settings: Hex): Hex =>
  getContractAddress({ opcode: 'CREATE2', from: deploymentProxy, salt: zeroHash, bytecode: toCode(settings) })

/** EAS's Indexer by chain, from https://github.com/ethereum-attestation-service/eas-contracts (deployments). */
export const indexers: Readonly<Partial<Record<number, Hex>>> = {
  10: '0x6dd0CB3C3711c8B5d03b3790e5339Bbc2Bbcf934',
  130: '0xE6afd49f7beF444e39BFDFbB6BE63119a8BdE88F',
  137: '0x12d0f50Eb2d67b14293bdDA2C248358f3dfE5308',
  1868: '0x16613642e9793d413c296f9AB5457077b99AA7B0',
  8453: '0x37AC6006646f2e687B7fB379F549Dc7634dF5b84',
  42220: '0x76591b332d0F099E89FA335fC827D44C47705D2f',
  57073: '0xd87dCB0E5E0044Ba5Aa57D383cd3f8D0509a42b9',
  84532: '0x2C7BCE69D5Ee84EF73CC9286416F68E60F9A61b3',
  534352: '0x8314bc1B2f7F286cb4f0323FE7119C0F99D4A083',
  11155111: '0xaEF4103A04090071165F78D45D83A0C0782c2B2a',
}
