import type { ApiChange } from '../../../contract/news.ts'

export const apiChangelog: ApiChange[] = [
  {
    id: '2026-11-29-reminders',
    date: '2026-11-29',
    title: 'Reminders by e-mail and Telegram',
    changes: [
      'POST /v1/launch/:id/reminders asks for a launch’s notifications by e-mail; the address confirms by a link. reminders of GET /v1/launch/:id counts them too, and transport can be email_reminders and telegram_reminders.',
      'The OpenAPI document has the schema DeliveryAttempt. The responses are unchanged.',
    ],
  },
  {
    id: '2026-11-29-namesakes',
    date: '2026-11-29',
    title: 'Namesakes, tokens without code, and taxes of launchpads',
    changes: [
      'The name signal of a new record can have the facts namesakes (older tokens of the ticker on the market, with a link) and namesakes_unread. They have no points. A copycat warning with owner market names such a token.',
      'The risk signal can have the facts native_token, native_clean, native_partial and native_unread of tokens that the chain itself runs, and platform_tax.',
    ],
  },
  {
    id: '2026-11-29-chains',
    date: '2026-11-29',
    title: 'Several chains',
    changes: [
      'A deployment can score launches on several chains. chainId of POST /v1/score and POST /v1/score/message takes each of them; 400 on chainId names a provider that does not serve the chain.',
      'GET /api/v1/score/{tokenAddress}, /api/v1/search, /api/v1/leaderboards and /api/v1/launches take chainId, and so do /token/{address} and /embed/token/{address}. GET /api/v1/scores and POST /api/v1/lookup take every configured chain. A token is its address and its chain.',
      'Tickets, search results, entries of leaderboards and launches have chainId; launches of older records lack it.',
      'The text of POST /v1/score/message covers chainId where it is not the first chain of the service. Texts of other submissions are unchanged.',
      'In @launchscore/client, getScoreByToken takes the query before the options of the request.',
      'checks.chains of GET /ready has the breakers of each further chain.',
    ],
  },
  {
    id: '2026-11-29-history',
    date: '2026-11-29',
    title: 'The history of a creator',
    changes: [
      'GET /api/v1/creator/:address has history: what the wallet launched through launchpads and by itself, and what became of it. It answers for every wallet.',
      'The facts of the creator signal have the codes launches_through, launches_alive, launches_none_alive, launches_burst, launches_not_looked_at, relayer, launchpads_read and history_gaps.',
      'GET /api/v1/track-record/creators has the shares of launches that lived, by their creator’s history. GET /api/v1/track-record/creators/samples lists what it counts.',
    ],
  },
  {
    id: '2026-11-29-safe-blocks',
    date: '2026-11-29',
    title: 'Tokens are proven by safe blocks',
    changes: [
      'A binding is pending until the block of the creation is safe by the chain’s own word, or ten minutes old. Before, ten blocks had to follow, which on some chains is a second. GET /v1/launch/:id/token shows when it is proven.',
    ],
  },
  {
    id: '2026-11-29-by-contract',
    date: '2026-11-29',
    title: 'Score by contract',
    changes: [
      'POST /v1/score takes contractAddress alone, or with any of the other fields. What is missing is read from the contract and the providers. In the OpenAPI document its body is ScoreRequest; ScoreSubmission is the body with all required fields.',
      'submission of a new record has chainId, and filled when fields were read. Older records have neither.',
      'POST /v1/score and POST /v1/score/message take chainId. A chain that is not configured gets 400.',
      'The limit by-contract allows 20 such requests a minute per address.',
    ],
  },
  {
    id: '2026-11-29-intake',
    date: '2026-11-29',
    title: 'Fewer required fields, and other forms of them',
    changes: [
      'description and xHandle of POST /v1/score may be absent or null, and so submission.description and submission.xHandle of a ScoreResult may be null. Empty and blank texts, which got 400, count as null.',
      'xHandle takes a handle without its @ and the URL of a profile on x.com or twitter.com. imageUrl takes ipfs:// and ar:// URIs. creatorAddress takes the name of a wallet where the deployment resolves names.',
      'POST /v1/score takes links, and submission has links and creatorName. Older records have neither.',
      'The text of POST /v1/score/message covers links, where a submission has any. Texts of other submissions are unchanged.',
    ],
  },
  {
    id: '2026-11-29-events',
    date: '2026-11-29',
    title: 'More events',
    changes: [
      'Webhook subscriptions can select score.hidden, score.restored, attestation.revoked, appeal.answered, token.bound, outcome.decided, launch.reminder and key.near_limit. Subscriptions to * receive them.',
      'A webhook subscription can have headers, up to ten static headers for its receiver. Responses have their names as headerNames.',
      'include of a webhook subscription needs no filter and takes score, the stored record. The filter contractAddress applies to the contract that the event names.',
      'POST /v1/score/:id/appeal takes answerTo, an e-mail address or a browser’s push subscription for one message with the answer.',
    ],
  },
  {
    id: '2026-11-29-embeds',
    date: '2026-11-29',
    title: 'oEmbed answers with a frame',
    changes: [
      'GET /oembed has the type rich, with an iframe of the ticket of the score or the launch. With format=photo it has the type photo and the card, as before.',
    ],
  },
  {
    id: '2026-11-29-browsers',
    date: '2026-11-29',
    title: 'Requests from web pages',
    changes: [
      'Every route that takes no secret has CORS headers for every origin, without credentials, and accepts preflights. Before, only reads had them. Webhooks, GET /v1/me, GET /v1/scores and the routes of operators have none.',
      'Publishable keys (lsc_pub_…) can stand in web pages. They are accepted with the Origin of these pages for scoring, images and reads, and are 401 elsewhere.',
      'With the key of a proxy, the header X-Launchscore-Visitor names the IP address of the visitor, whose network the limits count. A malformed address is a 400. Without such a key the header is ignored.',
      'API keys of GET /v1/admin/api-keys have publishable, origins and proxy.',
    ],
  },
  {
    id: '2026-11-29-drafts',
    date: '2026-11-29',
    title: 'Drafts',
    changes: [
      'POST /v1/score takes draft. A draft is a score that is not published: it has draft and expiresAt, only its id leads to it, and it is deleted after 24 hours. It is in no list, count or comparison and causes no event.',
      'Enrolling, publishing, appealing, binding and re-scoring a draft is 409 conflict, and so are the messages to sign for these.',
    ],
  },
  {
    id: '2026-11-29-lookup',
    date: '2026-11-29',
    title: 'Lookups, the newest scores and OpenAPI 3.0',
    changes: [
      'POST /api/v1/lookup returns the current state of up to 100 tokens, scores and creators. It counts as one request for every 10 items.',
      'GET /api/v1/scores lists the newest final scores.',
      'GET /api/v1/openapi-3.0.json is the OpenAPI document for generators that can’t read OpenAPI 3.1.',
      'When a request that counts as several is refused, RateLimit says how many requests are left.',
    ],
  },
  {
    id: '2026-11-28-webhook-defaults',
    date: '2026-11-28',
    title: 'Names of the webhook defaults',
    changes: [
      'retryPolicy and format of a webhook subscription are default where they were specification. Requests with the old value are accepted; responses have the new one.',
    ],
  },
  {
    id: '2026-11-28-track-record',
    date: '2026-11-28',
    title: 'A smaller track record',
    changes: [
      'GET /api/v1/track-record has one population and one unit: the launches that were enrolled before their token existed, and of each creator the one that traded first. The parameters population and unit are ignored, and the response no longer has population, unit, claims, ranking, calibration, tests and claimed of a band.',
      'GET /api/v1/track-record/claims is removed. No claims are tested any more.',
      'The files of newly sealed days have no lines of the kinds claims and key, and no neverLaunched in the lines of kind cohort.',
    ],
  },
  {
    id: '2026-11-28-facts',
    date: '2026-11-28',
    title: 'Facts of every signal',
    changes: [
      'Each signal of a new record has facts: a code, the points that it gave or took, and its values. For meme and image these are the verdict, the judge’s ratings and what capped or lowered it; a stub has the reason why it was not measured.',
      'Warnings have values, the numbers and names in their messages.',
      'A prompt version lists its signals. In the OpenAPI document, signals of a record is a map by name, and explanation.contributions has their order. The responses of launch-score@1.1.0 and 1.2.0 have the same six signals.',
    ],
  },
  {
    id: '2026-11-27-clients',
    date: '2026-11-27',
    title: 'What generators and other clients need',
    changes: [
      'The schema ApiError of the OpenAPI document is now ErrorBody; responses are the same. Each enumeration has a type, and servers is the address of the deployment.',
      'The attempts of a webhook delivery can have the errors internal and stopped: the service failed or stopped. They count as attempts.',
      'The endpoint of a webhook subscription can be internationalised; responses have its ASCII form.',
      'JSON is compressed for clients that accept it, under an ETag for each coding.',
    ],
  },
  {
    id: '2026-11-27-consent',
    date: '2026-11-27',
    title: 'Tokens that only name a wallet',
    changes: [
      'A token that the service found is bound only if the wallet sent its creation. Other tokens that name the wallet are no longer returned; POST /v1/launch/:id/token/named lists them for the wallet itself.',
      'POST /v1/launch/:id/token/denial undoes a binding with the creator’s signature. Corrections have madeBy.',
      'A bound token is examined: re-scores measure it and have boundContract, the binding has examinedBy and nameDiffers, and not_examined is a warning code.',
    ],
  },
  {
    id: '2026-11-24-unsigned-receipts',
    date: '2026-11-24',
    title: 'Receipts without a signature',
    changes: [
      'GET /v1/score/:id/receipt responds with 200 if the service has no attester: signer, signature and typedData are null. It responded with 503.',
    ],
  },
  {
    id: '2026-11-23-record-bands',
    date: '2026-11-23',
    title: 'Bands of the track record',
    changes: [
      'bands of GET /api/v1/track-record has the funnel of each band: scored, enrolled, launched, untraded, neverLaunched and due.',
      'since.at of GET /api/v1/graduates is the time of a graduate’s latest outcome: alive, dead or rugged.',
      'The reason of a token binding can be renamed, and scored_after_creation also covers the submitted contractAddress.',
    ],
  },
  {
    id: '2026-11-22-graduates',
    date: '2026-11-22',
    title: 'Graduates',
    changes: [
      'GET /api/v1/graduates lists the launches whose token graduated, in pages. Webhook subscriptions can select graduation.occurred.',
      'GET /api/v1/track-record, its claims, days and exports return the outcomes of all scored launches.',
    ],
  },
  {
    id: '2026-11-22-launch-cards',
    date: '2026-11-22',
    title: 'Cards of launches',
    changes: [
      'GET /launch/:id/card.png is a card with the time of a launch, its tagline and its score.',
      'GET /score/:id/picture takes size: 64, 128 or 344.',
    ],
  },
  {
    id: '2026-11-22-evaluations',
    date: '2026-11-22',
    title: 'Measurements of the judge',
    changes: ['GET /api/v1/evaluations lists measurements of the judge: accuracy, attacks and drift.'],
  },
  {
    id: '2026-11-22-appeals',
    date: '2026-11-22',
    title: 'Appeals',
    changes: [
      'POST /v1/score/:id/appeal asks for a review of an enrolled score, once, with the creator’s signature. GET /v1/score/:id/appeal returns the appeal with its answer.',
    ],
  },
  {
    id: '2026-11-22-names',
    date: '2026-11-22',
    title: 'Names of wallets',
    changes: ['GET /api/v1/names/:name returns the wallet of a Basename or an ENS name.'],
  },
  {
    id: '2026-11-22-oembed',
    date: '2026-11-22',
    title: 'oEmbed',
    changes: ['GET /oembed describes a link to a score or a launch for sites that show previews.'],
  },
  {
    id: '2026-11-22-prompts',
    date: '2026-11-22',
    title: 'Prompt versions',
    changes: [
      'GET /api/v1/prompts lists the prompt versions with their hashes and activations; GET /api/v1/prompts/diff compares two versions, including their rule sources.',
    ],
  },
  {
    id: '2026-11-22-search',
    date: '2026-11-22',
    title: 'Search',
    changes: [
      'GET /api/v1/search finds scores by name, ticker, token contract, wallet or id.',
      'GET /api/v1/leaderboards takes band.',
    ],
  },
  {
    id: '2026-11-22-webhook-choices',
    date: '2026-11-22',
    title: 'More choices for webhooks',
    changes: [
      'PATCH /v1/webhooks/:id changes a subscription. Subscriptions have filters, a description, “*” for all events, a retry policy and a format, and show why they are not active.',
      'During the 24 hours of a secret rotation the signature header holds one signature, made with the new secret. After 401 or 403 the same attempt is repeated with the previous secret.',
      'A running pause is not extended by a further 5xx, and one retry probes the endpoint when it ends.',
      'When the last API key of a customer is revoked or expires, its subscriptions stop. A successor of the key can resume them and recover the missed events.',
    ],
  },
  {
    id: '2026-11-22-keys-everywhere',
    date: '2026-11-22',
    title: 'API keys on every route',
    changes: [
      'Every route checks the Authorization header: a revoked or expired key gets 401 revoked, and any other value that is not a key gets 401 unauthorized.',
      'GET /v1/me returns a key’s limits, remaining quotas and usage; GET /v1/scores lists the scores that the key requested.',
      'Keys have a daily quota of scores by tier, and no longer share the quota of their network. RateLimit shows the daily quota after the limit per minute.',
      'Test keys make records with test: true, which consist of stubs and appear in no list.',
    ],
  },
  {
    id: '2026-11-22-daily-budgets',
    date: '2026-11-22',
    title: 'Daily budgets',
    changes: [
      'Each client network has a daily quota of scores, and a deployment can have a quota for all clients together. Beyond it, scoring gets 429 rate_limit until midnight UTC.',
      'The bytes that scores store in a day and the gas that attestations use in a day are limited too. When a budget or your share of it is used up, the response is 503 unavailable.',
      'Retry-After is the number of seconds until the budget starts again.',
    ],
  },
  {
    id: '2026-11-22-unavailable',
    date: '2026-11-22',
    title: 'The error code unavailable',
    changes: [
      'A valid request that the service can’t handle right now gets 503 with the new code unavailable: too many scores are in progress, a provider accepts no more calls, nothing can be stored, or a daily budget is used up.',
      'Wait for the seconds in Retry-After, then send the same request again, with the same Idempotency-Key if it had one.',
      'Clients that accept only the error codes they know need to add this one. 503 not_configured keeps its meaning.',
    ],
  },
  {
    id: '2026-11-22-outages',
    date: '2026-11-22',
    title: 'Outages of the database',
    changes: [
      'While the service can’t reach its database, every response is 503 unavailable with Retry-After instead of 500 internal.',
      'A write that gets this response may have succeeded: send it again with the same Idempotency-Key.',
    ],
  },
  {
    id: '2026-11-22-signed-scores',
    date: '2026-11-22',
    title: 'Lists of signed scores only',
    changes: [
      'signed=true on GET /api/v1/leaderboards and GET /api/v1/launches lists only scores whose creator enrolled them.',
      'Leaderboards and percentiles count each launch once: submissions with the same name, symbol and image share one row, and a signed score ranks before others.',
    ],
  },
  {
    id: '2026-11-22-token-standing',
    date: '2026-11-22',
    title: 'The score of a token’s contract',
    changes: [
      'GET /api/v1/score/{tokenAddress} has the header X-Launchscore-Standing: bound, deployer, signed or unsigned. A deployment with its own name uses that name in the header instead of Launchscore.',
      'It returns the newest score of the best of these classes, so an unsigned score never replaces a signed one.',
      'bound is reserved: no score has it yet.',
    ],
  },
  {
    id: '2026-11-22-warnings',
    date: '2026-11-22',
    title: 'Warnings',
    changes: [
      'New score records have warnings about facts such as a honeypot, a confiscatory tax or a listed deployer, even if the total is high.',
      'Leaderboards, launches and creator profiles have the codes of these warnings. Older records have none.',
    ],
  },
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
      'API keys of three tiers. Every response has the limits in RateLimit and RateLimit-Policy.',
      'Webhooks for score.created, enrollment.created, launch.scheduled and attestation.published.',
      'Final scores can be attested on the chain, once: POST /v1/score/{id}/publish.',
    ],
  },
  {
    id: '2026-11-21-first-release',
    date: '2026-11-21',
    title: 'Scores, enrollments, launches and leaderboards',
    changes: [
      'Score a launch, score it again, and compare it with others: /v1/score and its sub-paths.',
      'Enroll a score with a wallet’s signature, schedule the launch, edit its page.',
      'Public reads under /api/v1: launches, leaderboards, creators, scores by token.',
    ],
  },
]
