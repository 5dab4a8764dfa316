import type { Deps } from '../src/deps.ts'

/** One more browser that is to be told of a launch. */
export const seedSubscription = (
  { db, clock, random }: Deps,
  row: { enrollmentId: string; endpoint: string; keys: { p256dh: string; auth: string } },
) =>
  db
    .insertInto('push_subscriptions')
    .values({
      id: random.uuid(),
      enrollment_id: row.enrollmentId,
      endpoint: row.endpoint,
      ...row.keys,
      created_at: clock.now(),
    })
    .execute()
