import { type Static, Type } from 'typebox'
import { Enrollment, Signature } from '../enrollment/schemas.ts'
import { pageAnswer } from '../platform/paging.ts'
import { nullable, ref } from '../platform/schema.ts'
import { ScoreResult } from '../scoring/schemas.ts'

/** `:id` of a launch (D28). */
export const LaunchId = Type.Object({
  id: Type.String({
    pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    description: 'the id of an enrollment, or of the score that is enrolled',
  }),
})

const text = (maxLength: number, description: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength, description })))

/** Lengths count after trimming and NFC (D7). */
const editedFields = {
  tagline: text(140, 'One-line hook above the countdown; null clears it'),
  description: text(5000, 'Longer pitch, which may hold line breaks; null clears it'),
  ctaLabel: text(40, 'Label of the call to action; null clears it'),
  ctaUrl: text(2048, 'Address (https) that the call to action leads to; null clears it'),
  scheduledFor: Type.Optional(
    nullable(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'When the launch is to be, with an offset, at most 365 days ahead; null takes it back',
      }),
    ),
  ),
}

const signer = {
  creatorAddress: Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'the wallet that enrolled the score: 0x and 40 hex digits, in lower, upper or EIP-55 case',
  }),
  issuedAt: Type.String({
    format: 'date-time',
    maxLength: 40,
    description: 'When the edit was made, with an offset: within 5 minutes of now, after the last accepted edit’s',
  }),
}

/** The body of POST /v1/launch/:id/page/message: the edit without its signature. */
export const PageDraft = Type.Object(
  { ...editedFields, ...signer },
  { $id: 'PageDraft', additionalProperties: false, description: 'An edit of a launch page that is to be signed' },
)

/** The body of PATCH /v1/launch/:id/page (D27). */
export const PageEdit = Type.Object(
  {
    ...editedFields,
    ...signer,
    signature: Signature,
  },
  {
    $id: 'PageEdit',
    additionalProperties: false,
    description: 'A signed edit of a launch page; fields that are absent stay as they are',
  },
)

/** Edited fields as they are signed and kept. */
export const PageFields = Type.Object(editedFields, {
  $id: 'PageFields',
  description: 'The fields of an edit, trimmed and in NFC, as they enter the digest',
})

export const PageMessage = Type.Object(
  {
    message: Type.String({ description: 'The text to sign (EIP-191), byte for byte' }),
    digest: Type.String({ description: '0x and the SHA-256 of the canonical JSON (RFC 8785) of `fields`' }),
    fields: ref(PageFields),
  },
  { $id: 'PageMessage' },
)

const time = (description: string) => Type.String({ format: 'date-time', description })

export const LaunchPage = Type.Object(
  {
    tagline: nullable(Type.String()),
    description: nullable(Type.String()),
    ctaLabel: nullable(Type.String()),
    ctaUrl: nullable(Type.String()),
    scheduledFor: nullable(time('When the launch is to be')),
    updatedAt: nullable(time('When the last edit was accepted; null before the first')),
  },
  { $id: 'LaunchPage', description: 'What the creator says of the launch' },
)
export type LaunchPage = Static<typeof LaunchPage>

const SignedEdit = Type.Object(
  {
    fields: ref(PageFields),
    issuedAt: time('As signed'),
    editedAt: time('When it was accepted'),
    creatorAddress: Type.String({ description: 'Who signed, EIP-55' }),
    message: Type.String({ description: 'The text that was signed, byte for byte' }),
    signature: Type.String(),
    verified: Type.Object(
      {
        by: Type.Union([Type.Literal('key'), Type.Literal('contract')]),
        chainId: nullable(Type.Integer()),
        block: nullable(Type.Integer()),
      },
      { description: 'By the wallet’s own key, or by its contract on a chain at a block' },
    ),
  },
  { $id: 'SignedEdit', description: 'One accepted edit, with all that anyone needs to check who said it' },
)

export const PageHistory = Type.Object(
  { edits: Type.Array(ref(SignedEdit)), ...pageAnswer },
  { $id: 'PageHistory', description: 'The accepted edits of a launch page, newest first' },
)
export type PageHistory = Static<typeof PageHistory>

/** The body of POST /v1/launch/:id/attendance (D29). */
export const Attendance = Type.Object(
  {
    session: Type.String({
      pattern: '^[\\x21-\\x7e]{1,128}$',
      description: '1–128 visible ASCII characters that the client made up at random for this visit',
    }),
  },
  { $id: 'Attendance', additionalProperties: false },
)

const Notification = Type.Object(
  {
    slot: Type.Union([Type.Literal('T-60min'), Type.Literal('T-10min'), Type.Literal('T+0')]),
    sendAt: time('When it is due'),
    transport: Type.String({ description: 'What carries it; a slot has one entry for each of its transports' }),
    state: Type.Union(
      [
        Type.Literal('pending'),
        Type.Literal('sent'),
        Type.Literal('failed'),
        Type.Literal('skipped'),
        Type.Literal('cancelled'),
      ],
      { description: 'skipped: its time had passed' },
    ),
    sentAt: nullable(time('When it was sent')),
  },
  { $id: 'Notification' },
)
export type Notification = Static<typeof Notification>

/** The answer of GET /v1/launch/:id (D30). */
export const LaunchSummary = Type.Object(
  {
    enrollment: ref(Enrollment),
    score: ref(ScoreResult),
    page: ref(LaunchPage),
    notifications: Type.Array(ref(Notification), {
      description: 'Of the present schedule, or of the last one there was; earliest first',
    }),
    attendance: Type.Object({
      pageViews: Type.Integer(),
      uniqueSessions: Type.Integer(),
    }),
  },
  { $id: 'LaunchSummary', description: 'An enrolled launch with all that belongs to it' },
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
  Notification,
  LaunchSummary,
]
