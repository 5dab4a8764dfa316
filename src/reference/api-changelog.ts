/** What changed for callers of the API on a day. */
export interface ApiChange {
  /** Never changes: feeds know the entry by it. */
  id: string
  /** `2026-11-21` */
  date: string
  title: string
  changes: string[]
}

/** Every change of the API, the newest first: what the transparency page and the feed tell. */
export const apiChangelog: ApiChange[] = [
  {
    id: '2026-11-21-pictures-and-feeds',
    date: '2026-11-21',
    title: 'Cards, badges, calendar entries and feeds',
    changes: [
      'A score has a card (card.png, card-3x2.png) and a badge (badge.svg) under /score/{id}.',
      'A scheduled launch has a calendar entry: /launch/{id}/calendar.ics.',
      'Feeds of this changelog, of incidents and of launches: /feeds/changelog.xml and so on, and as .json.',
    ],
  },
  {
    id: '2026-11-21-keys-and-webhooks',
    date: '2026-11-21',
    title: 'API keys, webhooks and attestations',
    changes: [
      'API keys of three tiers; every answer tells the limits by RateLimit and RateLimit-Policy.',
      'Webhooks for score.created, enrollment.created, launch.scheduled and attestation.published.',
      'Final scores can be attested on the chain, once: POST /v1/score/{id}/publish.',
    ],
  },
  {
    id: '2026-11-21-first-release',
    date: '2026-11-21',
    title: 'Scores, enrollments, launches and standings',
    changes: [
      'Score a launch, replay it, and see where it stands: /v1/score and what is under it.',
      'Enroll a score with a wallet’s signature, schedule the launch, edit its page.',
      'Public reads under /api/v1: launches, leaderboards, creators, scores by token.',
    ],
  },
]
