import { UpstreamError, UpstreamErrorOfRequest, type UpstreamFault } from '../../platform/errors.ts'
import type { Complaint } from './complaint.ts'
import { type Adaptation, type Dialect, findNamed, findRefused, findSetting, someClause } from './dialect.ts'

/** Something that another request may fix, or a provider's fault. */
export type Meaning =
  | { kind: 'declined' }
  | { kind: 'blamed'; on: 'image' | 'text'; reason: string }
  | { kind: 'invalid call' }
  | { kind: 'refused'; adaptation: Adaptation; error: UpstreamError }
  | { kind: 'fault'; error: UpstreamError }

interface Failure {
  status: number
  complaint: Complaint
  dialect: Dialect
  hasImage: boolean
  excerpt: string
  waitMs: number | undefined
}

/** Statuses of a server that understood the request; others are never about its content. */
const speaking = new Set([400, 403, 404, 405, 406, 409, 415, 422, 424, 451, 500, 501])

/**
 * Judges status, codes and words together: servers agree on none of them. Account problems come first, because their
 * words resemble those about content.
 */
export function judgeFailure(failure: Failure): Meaning {
  const { status: sent, complaint, dialect } = failure
  // A gateway may put the status of the model behind it into a 200.
  const status = sent < 300 ? (complaint.status ?? sent) : sent
  const isSpeaking = speaking.has(status) || status < 300
  const fault = findAccountFault(status, complaint, isSpeaking)
  if (fault) return toFault(failure, fault)
  if (!isSpeaking) return toFault(failure, toStatusFault(status, complaint))
  if (status !== 404 && isDeclined(complaint)) return { kind: 'declined' }
  if (isTooLong(complaint)) return toFault(failure, 'request', 'The request is larger than the context of the model')
  if (isFailedCall(complaint)) return { kind: 'invalid call' }
  const named = findSetting(complaint, dialect) ?? findNamed(complaint, dialect)
  if (named) return { kind: 'refused', adaptation: named, error: toError(failure, 'request') }
  if (takesNoTools(complaint)) return toFault(failure, 'plan', 'The model takes no tools')
  if (takesNoImages(failure)) return toConfigurationFault(failure, 'The model takes no images')
  if (blamesImage(complaint)) return { kind: 'blamed', on: 'image', reason: failure.excerpt }
  if (blamesText(complaint)) return { kind: 'blamed', on: 'text', reason: failure.excerpt }
  const refused = findRefused(complaint, dialect)
  if (refused) return { kind: 'refused', adaptation: refused, error: toError(failure, 'request') }
  return toFault(failure, toStatusFault(status, complaint))
}

function findAccountFault(status: number, complaint: Complaint, isSpeaking: boolean): UpstreamFault | undefined {
  if (status === 402 || isOutOfMoney(status, complaint)) return 'plan'
  if (status === 401) return 'auth'
  if (status === 429) return 'rate_limited'
  if (hasCode(complaint, limited) || (isSpeaking && someClause(complaint.texts, [limitedWords]))) return 'rate_limited'
  if (isSpeaking && (hasCode(complaint, keyCodes) || isAboutKey(complaint))) return 'auth'
  return undefined
}

function toStatusFault(status: number, { codes }: Complaint): UpstreamFault {
  // Without a word of either format, it comes from a filter before the model, about content that callers choose.
  if (status === 403) return codes.length > 0 ? 'auth' : 'request'
  if (status === 404) return 'plan'
  if ([408, 409, 424].includes(status) || status >= 500 || status < 300) return 'unavailable'
  return 'request'
}

function toFault(failure: Failure, fault: UpstreamFault, sentence?: string): Meaning {
  return { kind: 'fault', error: toError(failure, fault, sentence) }
}

/** Whoever answers with a 200 is up, so its fault belongs to the request. */
function toError(failure: Failure, fault: UpstreamFault, sentence?: string): UpstreamError {
  const { status, complaint, excerpt } = failure
  const Kind = status < 300 ? UpstreamErrorOfRequest : UpstreamError
  const code = complaint.codes.find((one) => /^[\w.-]{1,60}$/.test(one) && one !== 'error')
  const told = sentence ?? `The model responded with ${status}${code === undefined ? '' : ` (${code})`}`
  const message = excerpt === '' ? told : `${told}: ${excerpt}`
  return new Kind('model', fault, message, failure.waitMs ?? complaint.waitMs)
}

/** The provider is up, but the configuration can't judge this signal. */
function toConfigurationFault({ excerpt }: Failure, sentence: string): Meaning {
  const message = excerpt === '' ? sentence : `${sentence}: ${excerpt}`
  return { kind: 'fault', error: new UpstreamErrorOfRequest('model', 'plan', message) }
}

const hasCode = ({ codes }: Complaint, pattern: RegExp): boolean =>
  codes.some((code) => pattern.test(code.replaceAll(/[-.: ]/g, '_')))

const spentCodes =
  /insufficient_(?:quota|balance|credits|funds)|billing|credit_balance|spend_limit|usage_limit|payment_required|access_terminated|arrearage/i
const spentWords = /credit balance|insufficient (?:balance|credits?|funds)|out of credits|余额不足|欠费/i

function isOutOfMoney(status: number, complaint: Complaint): boolean {
  if (![400, 403, 429, 500].includes(status)) return false
  return hasCode(complaint, spentCodes) || someClause(complaint.texts, [spentWords])
}

const limited = /rate_?limit|too_?many_?requests|throttl|slow_down|resource_exhausted|requests?_limit_exceeded/i
const limitedWords =
  /rate.?limit(?:ed|s)? (?:reached|exceeded|hit)|exceeded (?:the |your )?rate.?limit|too many (?:concurrent )?requests|throttl/i

const keyCodes =
  /api_?key_?(?:invalid|expired|missing|service_blocked)|invalid_?api_?key|authentication|unauthenticated|permission_(?:denied|error)|access_?denied/i
const keyNouns = /\bapi[ _-]?keys?\b|\baccess token\b|\bcredentials?\b|\bauthorization\b|\bauthenticat(?:ed|ion)\b/i
const badKey =
  /\b(?:invalid|incorrect|not valid|expired|missing|wrong|revoked|disabled|not found|no|not|required|failed)\b|n't valid/i
const accountNouns = /\b(?:account|organi[sz]ation|project|subscription|access)\b/i
const badAccount = /suspend|deactivat|terminat|banned|disabled|denied/i

const isAboutKey = ({ texts }: Complaint): boolean =>
  someClause(texts, [keyNouns, badKey]) ||
  someClause(texts, [accountNouns, badAccount]) ||
  someClause(texts, [/账号|账户|实名|密钥/])

const declinedCodes =
  /content_?(?:filter|policy|moderation|safety|risk|blocked|violation|censored|audit)|data_?inspection|invalid_prompt|moderation|sensitive|prohibited|responsible_?ai|safety|blocklist|recitation|^spii$|guardrail|policy_violation|risk_control|flagged|censor|model_armor/i
const declinedWords = [
  /content (?:management|moderation|polic(?:y|ies)|filter(?:s|ing|ed)?|safety|audit|exists risk)/i,
  /content_(?:filter|policy|moderation)/i,
  /(?:usage|safety|acceptable use|community|responsible ai|content) (?:policy|policies|guidelines?|system|standards?|filters?|checks?|settings|practices)/i,
  /(?:inappropriate|prohibited|sensitive|unsafe|harmful|objectionable|explicit|disallowed) (?:content|material|information|words?|text|image)/i,
  /considered high risk|\bmoderation\b|guardrail|new_sensitive/i,
  /\b(?:SAFETY|PROHIBITED_CONTENT|BLOCKLIST|SPII|RECITATION|IMAGE_SAFETY)\b/,
  /敏感|不安全|违规|不合规|风险|审核/,
]
const contentWords =
  /\b(?:prompts?|inputs?|content|requests?|messages?|images?|texts?|conversation|responses?|outputs?)\b/i
const flaggedWords =
  /\b(?:flagged|moderated|filtered)\b|\bblocked (?:by|due|because|for)\b|\b(?:is|was|been|got) blocked$/i
const ruleWords = /\b(?:policy|policies|guidelines?|terms|standards|rules|practices|laws?)\b/i

const isDeclined = (complaint: Complaint): boolean =>
  hasCode(complaint, declinedCodes) ||
  complaint.texts.some((text) => declinedWords.some((words) => words.test(text))) ||
  someClause(complaint.texts, [contentWords, flaggedWords]) ||
  someClause(complaint.texts, [/\bviolat/i, ruleWords])

/** Of either format, or of a server behind it. */
export const isDecliningReason = (reason: string): boolean =>
  declinedCodes.test(reason.replaceAll(/[-.: ]/g, '_')) || /^(?:refus(?:al|ed)|blocked|filtered)$/.test(reason)

const tooLongCodes = /context_length|context_window|context_size|string_above_max|prompt_too_long|input_too_long/i
const tooLongWords =
  /context (?:length|window|size)|maximum context|too many (?:input |prompt )?tokens|(?:prompt|input|request) is too (?:long|large)|input length|maximum input/i

const isTooLong = (complaint: Complaint): boolean =>
  hasCode(complaint, tooLongCodes) || someClause(complaint.texts, [tooLongWords])

const failedCallCodes = /tool_use_failed|tool_call_(?:failed|invalid|error)|invalid_tool_call|malformed_function_call/i
const failedCallWords = [
  /\b(?:failed|error|unable|could not)\b/i,
  /\b(?:call|calling|parse|parsing|generate|generating)\b/i,
  /\b(?:tool|function) ?(?:call|calls|arguments?)?\b/i,
]

/** The server rejected the model's call. */
const isFailedCall = (complaint: Complaint): boolean =>
  hasCode(complaint, failedCallCodes) ||
  someClause(complaint.texts, failedCallWords, /\btool_choice\b|support/i) ||
  someClause(complaint.texts, [/tool call validation failed/i])

const toolWords =
  /\bsupports? (?:tool use|tools|tool calling|function calling|functions)\b|\b(?:tools?|tool use|tool calling|function calling)['"`]? (?:is|are) (?:not|un)/i
const unknownTools = /\b(?:unsupported|unknown|unrecognized|unexpected|extra inputs?)\b/i
const otherTools = /\btool[_ ]?choice\b|\bforc|\bstrict\b|additional/i

const takesNoTools = ({ texts, paths }: Complaint): boolean =>
  paths.some((path) => /(?:^|\W)tools$/.test(path)) ||
  someClause(texts, [toolWords, /\b(?:no|not|unsupported|unavailable)\b|n't/i], otherTools) ||
  someClause(texts, [/(?:^|[\s'"`.])tools['"`:]/i, unknownTools], otherTools)

const imageNouns = /\b(?:images?|image_url|pictures?|photos?|vision|visual|multi-?modal|mmproj)\b/i
const noVision =
  /not (?:supported|enabled|available)|(?:not|n't) (?:support|accept|take|a vision|a multi-?modal)|only (?:text|support)|text-only|support image input|only supported by|missing data required for image|mmproj|unknown variant|at most 0 image|expected [`'"]?text|unsupported content type|invalid content type/i
const imageForm = /\b(?:format|media type|mime|file type|webp|gif|jpe?g|png|dimensions?|resolution|aspect|size)\b/i

function takesNoImages({ complaint: { texts, paths }, hasImage }: Failure): boolean {
  if (someClause(texts, [imageNouns, noVision], imageForm)) return true
  // Such a server takes only text content, as a string.
  const isContent = paths.some((path) => /\bcontent\b/.test(path)) || texts.some((text) => /\bcontent\b/.test(text))
  return hasImage && isContent && someClause(texts, [/\bstring\b/i, /\bmust be\b|\bshould be\b|\bexpected\b/i])
}

const imageWords = /\b(?:images?|image_url|pictures?|photos?|width|height|pixels?|aspect ratio)\b/i
const badImage =
  /\b(?:could not|couldn't|cannot|can't|unable|fail(?:ed|ure|s)?|error|invalid|not valid|unsupported|not supported|corrupt(?:ed)?|damaged|truncated|too (?:small|large|big)|must be (?:larger|smaller|greater|less|at least|at most|between)|exceeds?|malformed|unknown format|not meet|not match|does not|doesn't|smaller than|larger than|below|minimum|ambiguous)\b/i
const serverTrouble =
  /out of memory|\boom\b|cuda|timed? ?out|connection|unavailable|overload|temporar|internal server error/i
const imageCodes =
  /(?:invalid|unsupported|bad|empty|corrupt)_(?:base64_)?image|image_(?:parse|too|format|content|file|processing)/i

const blamesImage = (complaint: Complaint): boolean =>
  hasCode(complaint, imageCodes) || someClause(complaint.texts, [imageWords, badImage], serverTrouble)

const blamesText = ({ texts }: Complaint): boolean =>
  someClause(texts, [
    /\b(?:text|prompt|input|content|messages?)\b/i,
    /\b(?:invalid|illegal|unsupported|disallowed|special)\b/i,
    /\b(?:characters?|unicode|utf-?8|special tokens?|surrogates?|language)\b/i,
  ])
