export interface WebhookTables {
  outbox: {
    /** `evt_` and 32 hex digits. */
    id: string
    event: string
    /** The delivery envelope, byte for byte as it will be sent. */
    body: string
    created_at: Date
  }
}
