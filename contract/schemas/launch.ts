import { type Static, Type } from 'typebox'
import { nullable, pageResponse, ref, time } from '../schema.ts'
import { Enrollment, Signature } from './enrollment.ts'
import { launchOutcome, ScoreResult, warningCodes } from './score.ts'

const text = (maxLength: number, description: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength, description })))

/** Lengths are counted after trimming and NFC (D7). */
const editedFields = {
  tagline: text(140, 'A one-line tagline above the countdown; null clears it'),
  description: text(5000, 'A longer pitch, which may contain line breaks; null clears it'),
  ctaLabel: text(40, 'The label of the call to action; null clears it'),
  ctaUrl: text(2048, 'The https URL of the call to action, in ASCII or Unicode; null clears it'),
  scheduledFor: Type.Optional(
    nullable(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'The planned launch time, with a UTC offset, at most 365 days ahead; null removes it',
      }),
    ),
  ),
}

const signer = {
  creatorAddress: Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'the wallet that enrolled the score: 0x followed by 40 hex digits, in lower, upper or EIP-55 case',
  }),
  issuedAt: Type.String({
    format: 'date-time',
    maxLength: 40,
    description:
      'When the edit was made, with a UTC offset: within 5 minutes of now and later than the last accepted edit',
  }),
}

export const PageDraft = Type.Object(
  { ...editedFields, ...signer },
  { $id: 'PageDraft', additionalProperties: false, description: 'An edit of a launch page, to be signed' },
)

export const PageEdit = Type.Object(
  {
    ...editedFields,
    ...signer,
    signature: Signature,
  },
  {
    $id: 'PageEdit',
    additionalProperties: false,
    description: 'A signed edit of a launch page. Absent fields keep their values',
  },
)

/** In the form that is signed and stored. */
export const PageFields = Type.Object(editedFields, {
  $id: 'PageFields',
  description: 'The fields of an edit, trimmed and in NFC, as they are hashed',
})

export const PageMessage = Type.Object(
  {
    message: Type.String({ description: 'The exact text to sign (EIP-191)' }),
    digest: Type.String({ description: '0x followed by the SHA-256 of the canonical JSON (RFC 8785) of `fields`' }),
    fields: ref(PageFields),
  },
  { $id: 'PageMessage' },
)

export const LaunchPage = Type.Object(
  {
    tagline: nullable(Type.String()),
    description: nullable(Type.String()),
    ctaLabel: nullable(Type.String()),
    ctaUrl: nullable(Type.String({ description: 'In ASCII: the host in Punycode, the path percent-encoded' })),
    ctaUrlUnicode: nullable(
      Type.String({
        description: '`ctaUrl` in Unicode; null when it is the same, or when lookalike letters could mislead a reader',
      }),
    ),
    scheduledFor: nullable(time('The planned launch time')),
    updatedAt: nullable(time('When the last edit was accepted; null before the first')),
  },
  { $id: 'LaunchPage', description: 'The creator’s texts about the launch' },
)
export type LaunchPage = Static<typeof LaunchPage>

const SignedEdit = Type.Object(
  {
    fields: ref(PageFields),
    issuedAt: time('The `issuedAt` of the signed message'),
    editedAt: time('When the edit was accepted'),
    creatorAddress: Type.String({ description: 'The wallet that signed, in EIP-55 form' }),
    message: Type.String({ description: 'The exact text that was signed' }),
    signature: Type.String(),
    verified: Type.Object(
      {
        by: Type.Union([Type.Literal('key'), Type.Literal('contract')]),
        chainId: nullable(Type.Integer()),
        block: nullable(Type.Integer()),
      },
      {
        description:
          'How the signature was verified: with the wallet’s own key, or by its contract on a chain at a block',
      },
    ),
  },
  { $id: 'SignedEdit', description: 'One accepted edit, with everything needed to verify its signature' },
)
export type SignedEdit = Static<typeof SignedEdit>

export const PageHistory = Type.Object(
  { edits: Type.Array(ref(SignedEdit)), ...pageResponse },
  { $id: 'PageHistory', description: 'The accepted edits of a launch page, newest first' },
)
export type PageHistory = Static<typeof PageHistory>

export const Attendance = Type.Object(
  {
    session: Type.String({
      pattern: '^[\\x21-\\x7e]{1,128}$',
      description: '1–128 visible ASCII characters, chosen at random for this visit',
    }),
  },
  { $id: 'Attendance', additionalProperties: false },
)

const LaunchNotification = Type.Object(
  {
    slot: Type.Union([Type.Literal('T-60min'), Type.Literal('T-10min'), Type.Literal('T+0')]),
    sendAt: time('When the notification is due'),
    transport: Type.String({ description: 'The channel that sends it; a slot has one entry per channel' }),
    state: Type.Union(
      [
        Type.Literal('pending'),
        Type.Literal('sent'),
        Type.Literal('failed'),
        Type.Literal('skipped'),
        Type.Literal('cancelled'),
      ],
      { description: 'skipped: its time had already passed' },
    ),
    sentAt: nullable(time('When the notification was sent')),
  },
  { $id: 'LaunchNotification' },
)
export type LaunchNotification = Static<typeof LaunchNotification>

export const LaunchSummary = Type.Object(
  {
    enrollment: ref(Enrollment),
    score: ref(ScoreResult),
    outcome: launchOutcome,
    warnings: warningCodes,
    page: ref(LaunchPage),
    notifications: Type.Array(ref(LaunchNotification), {
      description: 'The notifications of the current schedule, or of the last one; earliest first',
    }),
    attendance: Type.Object({
      pageViews: Type.Integer(),
      uniqueSessions: Type.Integer(),
    }),
    movedFrom: nullable(time('The last announced launch time that differs from the current one')),
    reminders: Type.Integer({ description: 'The number of browsers, addresses and chats that get reminders' }),
    token: Type.Unsafe<object | null>({
      anyOf: [{ $ref: 'LaunchToken#' }, { type: 'null' }],
      description: 'The token of the launch; null until it is bound',
    }),
  },
  {
    $id: 'LaunchSummary',
    description: 'An enrolled launch: its enrollment, score, page, notifications, attendance and token',
  },
)
export type LaunchSummary = Static<typeof LaunchSummary>

export const launchSchemas = [
  PageDraft,
  PageEdit,
  PageFields,
  PageMessage,
  LaunchPage,
  SignedEdit,
  PageHistory,
  Attendance,
  LaunchNotification,
  LaunchSummary,
]
