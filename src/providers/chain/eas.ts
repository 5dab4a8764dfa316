import {
  type Hex,
  type Log,
  decodeErrorResult,
  decodeFunctionResult,
  encodeEventTopics,
  encodeFunctionData,
  isAddressEqual,
  parseAbi,
  parseEventLogs,
  zeroAddress,
  zeroHash,
} from 'viem'
import { toDate } from './chain-node.ts'

export const easAbi = parseAbi([
  'struct AttestationRequestData { address recipient; uint64 expirationTime; bool revocable; bytes32 refUID; bytes data; uint256 value; }',
  'struct AttestationRequest { bytes32 schema; AttestationRequestData data; }',
  'struct RevocationRequestData { bytes32 uid; uint256 value; }',
  'struct RevocationRequest { bytes32 schema; RevocationRequestData data; }',
  'struct Attestation { bytes32 uid; bytes32 schema; uint64 time; uint64 expirationTime; uint64 revocationTime; bytes32 refUID; address recipient; address attester; bool revocable; bytes data; }',
  'function attest(AttestationRequest request) payable returns (bytes32)',
  'function revoke(RevocationRequest request) payable',
  'function getAttestation(bytes32 uid) view returns (Attestation)',
  'function getSchemaRegistry() view returns (address)',
  'function timestamp(bytes32 data) returns (uint64)',
  'function getTimestamp(bytes32 data) view returns (uint64)',
  'event Attested(address indexed recipient, address indexed attester, bytes32 uid, bytes32 indexed schemaUID)',
  'event Revoked(address indexed recipient, address indexed attester, bytes32 uid, bytes32 indexed schemaUID)',
  'event Timestamped(bytes32 indexed data, uint64 indexed timestamp)',
  'error AccessDenied()',
  'error AlreadyRevoked()',
  'error AlreadyTimestamped()',
  'error InsufficientValue()',
  'error InvalidAttestation()',
  'error InvalidExpirationTime()',
  'error InvalidLength()',
  'error InvalidSchema()',
  'error Irrevocable()',
  'error NotFound()',
  'error NotPayable()',
  'error WrongSchema()',
])

const registryAbi = parseAbi([
  'struct SchemaRecord { bytes32 uid; address resolver; bool revocable; string schema; }',
  'function register(string schema, address resolver, bool revocable) returns (bytes32)',
  'function getSchema(bytes32 uid) view returns (SchemaRecord)',
  'error AlreadyExists()',
])

interface AttestRequest {
  schemaId: Hex
  recipient: Hex
  refUid: Hex | null
  data: Hex
}

/** Revocable, never expiring, without payment. */
export function encodeAttest({ schemaId, recipient, refUid, data }: AttestRequest): Hex {
  const request = { recipient, expirationTime: 0n, revocable: true, refUID: refUid ?? zeroHash, data, value: 0n }
  return encodeFunctionData({ abi: easAbi, functionName: 'attest', args: [{ schema: schemaId, data: request }] })
}

export const encodeRevoke = ({ schemaId, uid }: { schemaId: Hex; uid: Hex }): Hex =>
  encodeFunctionData({
    abi: easAbi,
    functionName: 'revoke',
    args: [{ schema: schemaId, data: { uid, value: 0n } }],
  })

/** Stamps 32 bytes with the time of their block. */
export const encodeTimestamp = (digest: Hex): Hex =>
  encodeFunctionData({ abi: easAbi, functionName: 'timestamp', args: [digest] })

export const encodeGetTimestamp = (digest: Hex): Hex =>
  encodeFunctionData({ abi: easAbi, functionName: 'getTimestamp', args: [digest] })

/** null: not stamped. Throws `UpstreamError` ('chain') for an impossible time. */
export function decodeTimestamp(data: Hex): Date | null {
  const seconds = decodeFunctionResult({ abi: easAbi, functionName: 'getTimestamp', data })
  return seconds === 0n ? null : toDate('getTimestamp', seconds)
}

export const encodeRegister = (schema: string): Hex =>
  encodeFunctionData({ abi: registryAbi, functionName: 'register', args: [schema, zeroAddress, true] })

export const encodeGetRegistry = (): Hex => encodeFunctionData({ abi: easAbi, functionName: 'getSchemaRegistry' })

export const decodeRegistry = (data: Hex): Hex =>
  decodeFunctionResult({ abi: easAbi, functionName: 'getSchemaRegistry', data })

export const encodeGetSchema = (schemaId: Hex): Hex =>
  encodeFunctionData({ abi: registryAbi, functionName: 'getSchema', args: [schemaId] })

/** All fields of an unregistered schema are zero. */
export const isSchemaThere = (data: Hex): boolean =>
  decodeFunctionResult({ abi: registryAbi, functionName: 'getSchema', data }).uid !== zeroHash

export interface ReceiptLog {
  address: Hex
  topics: Hex[]
  data: Hex
}

interface By {
  contract: Hex
  schemaId: Hex
  attester: Hex
}

/** The id in our `Attested` or `Revoked` event; undefined: there is none. */
export function uidIn(logs: ReceiptLog[], eventName: 'Attested' | 'Revoked', by: By): Hex | undefined {
  const events = parseEventLogs({ abi: easAbi, eventName, logs: logs as Log[] }) // It reads only these three fields.
  // Anyone may attest under a schema without a resolver, and other contracts may emit the same event.
  const ours = events.find(
    ({ address, args }) =>
      isAddressEqual(address, by.contract) &&
      args.schemaUID === by.schemaId &&
      isAddressEqual(args.attester, by.attester),
  )
  return ours?.args.uid
}

/** Whether the logs show that the contract stamped these bytes. */
export const isStampedIn = (logs: ReceiptLog[], { contract, digest }: { contract: Hex; digest: string }): boolean =>
  parseEventLogs({ abi: easAbi, eventName: 'Timestamped', logs: logs as Log[] }).some(
    ({ address, args }) => isAddressEqual(address, contract) && args.data === digest,
  )

export const stampTopics = (digest: Hex): Hex[] =>
  encodeEventTopics({ abi: easAbi, eventName: 'Timestamped', args: { data: digest } }).filter(
    (topic) => typeof topic === 'string',
  )

export function decodeErrorName(data: Hex): string | undefined {
  try {
    return decodeErrorResult({ abi: [...easAbi, ...registryAbi], data }).errorName
  } catch {
    return undefined
  }
}
