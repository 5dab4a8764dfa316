import { getVersion } from '../../platform/release.ts'
import record from './example-record.json' with { type: 'json' }

export function aboutApi({ serviceName, publicUrl }: { serviceName: string; publicUrl: string }) {
  return {
    url: publicUrl,
    title: serviceName,
    operations: operationDescriptions,
    examples: exampleValues,
    version: getVersion(),
    description:
      'Scores proposed token launches on six signals and explains each score. Higher is better. A score is not financial advice.',
    tags: [
      { name: 'scoring', description: 'Score a launch, replay the score, and compare it with others' },
      { name: 'attestation', description: 'Publish a score on the chain, and verify it' },
      { name: 'enrollment', description: 'Enroll a score with the creator’s wallet' },
      { name: 'launches', description: 'The page of an enrolled launch, signed by its creator' },
      { name: 'public', description: 'Stable public reads under /api/v1' },
      { name: 'keys', description: 'Your API key: its limits, its usage and its scores' },
      { name: 'webhooks', description: 'Receive events, and inspect their deliveries' },
      { name: 'operation', description: 'Probes and metrics for operators' },
      { name: 'admin', description: 'Figures for operators; requires ADMIN_TOKEN' },
      { name: 'events', description: 'The events sent to webhook subscriptions' },
    ],
  }
}

const operationDescriptions: Record<string, string> = {
  createScore:
    'Measures the submission on six signals and stores the result as a record that never changes. Signals whose provider is not configured are stubs, which makes the record preliminary. When a provider fails, nothing is stored. A `contractAddress` may stand alone: what is missing is read from the contract, its metadata, market data and the providers, `submission.filled` lists it, and a field that can’t be found is a 400 that names it. With `draft`, the score is not published: it is in no list, count or comparison, causes no event, and is deleted after 24 hours; enrolling, publishing, appealing, binding and re-scoring it is a `conflict`. The same submission without `draft` then gets the same verdicts of the judge. With `creatorSignature`, the wallet’s signature of the text of `getSubmissionMessage`, the record says `creatorProof: signature`; without it, and without a vouching key, the creator signal is at most 50. With `Accept: text/event-stream` the response is a stream of events: `signal` for each signal as soon as it is measured, comments while there is no event, and at the end `score` with the record or `error` with the error response. A failure before the first signal is a normal JSON error response with its own status.',
  getSubmissionMessage:
    'Returns the text that the creator’s wallet signs for `createScore`. It has the keccak-256 of the canonical submission, which clients can also compute themselves: the RFC 8785 JSON of the seven normalised fields. The submission is validated as in `createScore`; nothing is stored.',
  uploadImage:
    'Stores an image of at most 5 MiB, decoded and scaled to at most 768 pixels and 150 kB, and returns its address for the `imageUrl` of a submission. The service reads such an image from its store. An image that no submission uses is deleted after 24 hours; if you send it again, the 24 hours start again. The body is a form (`multipart/form-data`) with one file.',
  getImage: 'Returns the stored copy of an uploaded image: a PNG or a JPEG of at most 150 kB.',
  rescore:
    'Measures the stored submission again, with the stored image, and stores a new record. The earlier record does not change. Without a body, the active prompt version is used.',
  getScore:
    'Returns the same bytes as the first response, so that you can check the digest of the record. A draft is not cached (`no-store`) and not found after its `expiresAt`.',
  getPercentile:
    'Compares the score with the newest final score of each launch in the window, under comparable prompt versions. A draft is compared, but not counted.',
  publishScore:
    'Attests a final score on the chain, once. A second call returns the same attestation. If the transaction is not in a block after 15 s, the response is 202, and a later call returns the attestation.',
  getAttestation: 'Returns the attestation of a score, or the state of a pending attestation.',
  getReceipt:
    'Returns the digest and the main values of a score with the attester’s signature. It needs no transaction. Without a configured attester, the receipt is not signed. A take-down does not remove the receipt.',
  getEnrollmentMessage: 'Returns the text that the creator’s wallet signs for `enroll`.',
  enroll:
    'Makes the creator the owner of the score’s launch. The signature is over the text of `getEnrollmentMessage`. If the same creator enrolls the same score again, the response is the existing record.',
  getEnrollment: 'Returns the enrollment of a score, by the score’s id.',
  getAppealMessage: 'Returns the text that the creator’s wallet signs for `appealScore`, for the appeal in the body.',
  appealScore:
    'Asks the operators to review a score. Only the creator who enrolled the score can do so, once per score, with a signature over the text of `getAppealMessage`. The reason, the answer and the outcome are public and are not deleted. The score never changes.',
  getAppeal: 'Returns the appeal against a score, with the operators’ answer if there is one.',
  listAppeals: 'Lists the appeals of creators, including appeals against scores that are taken down.',
  answerAppeal:
    'Answers an appeal, once. The answer is public. With `rescore` the launch is scored again as a new record, under the active prompt version and with new samples of the judge. Later re-scores of this submission use these samples. When a provider fails, nothing is stored and the appeal stays open.',
  getLaunch:
    'Returns the enrollment, score, page, notifications, attendance and token of a launch, by enrollment id or score id.',
  getPageMessage: 'Returns the text that the creator’s wallet signs for `editPage`, for the edit in the body.',
  editPage:
    'Changes the fields in the request and keeps the others. The creator signs the text of `getPageMessage`. An edit can be sent once, within five minutes.',
  listPageEdits: 'Lists the accepted edits of a page with their signatures, so that anyone can check them.',
  attendLaunch: 'Counts one page view, and one visitor for each new session. The session is stored as a keyed hash.',
  getPushKey: 'Returns the VAPID public key that a browser needs to subscribe.',
  subscribe: 'Stores a browser’s push subscription. The browser gets the notifications of this launch.',
  unsubscribe: 'Deletes a push subscription, by an id that only the browser knows.',
  requestReminder: 'Sends a mail that asks to confirm the address. The response is the same for every address.',
  getLlmsFullText: 'Returns all guides and the descriptions of all routes as one Markdown file (llmstxt.org).',
  getLlmsText: 'Describes the service and its routes in Markdown (llmstxt.org).',
  listLaunches: 'Lists enrolled launches, newest first. You can select one band.',
  listLeaderboards:
    'Lists the launches with the highest and the lowest scores of the window. You can select one band. A launch has one row, and preliminary scores are left out.',
  getCreator:
    'Returns the enrolled launches of a wallet (their number, their bands and the latest 25) and its `history`: what it launched through launchpads and by itself, and what became of it. It answers for every wallet, also for one that was never scored, and asks no provider: the history has what was read from the chains and what scores have found out. A launchpad names a wallet without asking it.',
  lookup:
    'Returns the current state of up to 100 tokens, scores and creators: the same as `getScoreByToken`, `getScore` and `getCreator` tell of each, and null where they respond with 404 or 451. It counts as one request for every 10 items, rounded up.',
  listScores:
    'Lists the newest final scores, each once, re-scores included. Preliminary, test and hidden scores, and replays under a prompt version that was not active, are left out. You can select a band, signed scores, and scores since a time.',
  listEvaluations:
    'Lists measurements of the language-model judge: runs of the calibration and red-team sets, and the anchors that are judged again every day. Empty lists mean that nothing was measured.',
  listGraduates:
    'Lists launches whose token graduated: within 90 days of trading, it had seven days in a row with a depth of 20,000 USD and with both purchases and sales. A graduate whose depth fell later stays in the list, with its latest outcome.',
  getTrackRecord:
    'Returns the outcomes of scored launches as of the last sealed day: the funnel, the outcomes, and the shares and survival per band with their intervals. From `launched` on, the counts are of the launches that were enrolled before their token existed, and of each creator the one that traded first. A figure is null until enough outcomes are known.',
  getCreatorFigures:
    'Returns how many launches were alive at an age of 7 to 14 days, by what was known of their creator before each: its earlier launches, and what had become of them. It counts launches through known launchpads on the chains that are read, whether they were scored or not, and of each creator the first one in each group. A share is null below `minKnown` known launches.',
  listCreatorSamples:
    'Lists the launches that the figures of creators count, with the history of each creator as it was known before the launch, so that anyone can count them again. Launches of hidden creators are left out.',
  listRecordDays: 'Lists the sealed days with their digests; each digest chains to the day before.',
  getRecordDay: 'Returns the finalized, append-only file for a UTC day: one canonical JSON line for each row.',
  exportTrackRecord:
    'Returns every launch of the track record up to the last sealed day, as CSV or as one JSON object per line. The response is streamed.',
  search:
    'Finds scores by the exact address of a token contract or a wallet, by the id of a score, or else by a part of a name or ticker. Lookalike letters match each other. A launch is listed once, with the score that ranks it. The search never returns test records or hidden launches.',
  resolveWalletName:
    'Returns the wallet of a name: a Basename (`alice.base.eth`) if the deployment is on Base, or an ENS name (`alice.eth`) if it is on Ethereum. A name whose address is stored off the chain is not found. The response can be a minute old. Other routes accept only addresses.',
  listPrompts:
    'Lists the released prompt versions with the hashes of their files and of the sources of their rules, and the time and reason of each activation. A version never changes.',
  getPromptDiff:
    'Returns the differences between two prompt versions, as a unified diff of their files and rule sources.',
  getOpenapi: 'Returns the OpenAPI 3.1 document of all routes and events.',
  getOpenapi30:
    'Returns the document of `getOpenapi` as OpenAPI 3.0, for generators that can’t read 3.1. Events are in `x-webhooks`.',
  getDocs: 'Shows this document as a page, with an example of each request.',
  getOembed:
    'Returns the card and the title of a score’s page or a launch’s page, for sites that show previews of links (oEmbed 1.0). A critical warning comes first in the title.',
  getMe:
    'Returns the tier, the limits with their remaining quotas, and the usage of the last 30 days. All keys of a lineage are counted together.',
  subscribeWebhook: 'Subscribes an endpoint to events. The secret signs the deliveries. No response contains it.',
  listWebhooks: 'Lists the subscriptions of the key, and of keys that it was rotated from or to.',
  getWebhook: 'Returns one subscription with its state.',
  updateWebhook: 'Changes the fields in the request and keeps the others.',
  unsubscribeWebhook: 'Deletes a subscription and its waiting deliveries.',
  listDeliveries: 'Lists the deliveries of the last 24 hours with their attempts.',
  getDelivery: 'Returns one delivery of the last 24 hours with its attempts and its body.',
  retryDelivery: 'Sends a delivery again at once, in any state.',
  recoverDeliveries:
    'Queues failed deliveries again, and events that were stored while the subscription was not active.',
  listWebhookEvents: 'Lists the events of the last seven days, for clients that poll instead of receiving deliveries.',
  testWebhook: 'Sends the event `webhook.test` to the endpoint, signed and logged like any other delivery.',
  rotateWebhookSecret:
    'Replaces the secret. For 24 hours an attempt that gets 401 or 403 is repeated with the previous secret.',
  resumeWebhook: 'Ends the pause of a subscription, or makes it active again.',
  getMetrics:
    'Returns the metrics of this process and of the queues. If METRICS_TOKEN is set, the request needs that token.',
  dispatchNotifications: 'Sends due notifications, for services that run with `--quiet`.',
  dispatchWebhooks: 'Sends due deliveries, for services that run with `--quiet`.',
  getAdminStats: 'Returns totals of all time. Test records are left out.',
  listAdminScores: 'Lists scores, newest first, including preliminary scores. Test records are left out.',
  listAdminEnrollments: 'Lists enrollments, newest first.',
  listAdminKeys: 'Lists the metadata of all keys, newest first. The response never contains keys or their hashes.',
  getAdminAnalytics: 'Returns the figures of the last 24 hours, the last 7 days and all time.',
  getAdminStatus: 'Returns the state of the replica, its database, its providers, its queues and its jobs.',
  getAdminHours:
    'Returns the figures of each of the last 24 hours over all replicas. Each process stores its errors, refusals and deliveries every 15 seconds, so a killed process loses the last ones.',
  getAdminBudgets: 'Returns the usage of the UTC day over all replicas, and the daily budgets of the deployment.',
  listLimitedCallers:
    'Lists the callers that the responding replica refused most, by the prefix of their key or by their network. Full addresses are not stored.',
  listFailingWebhooks: 'Lists at most 25 subscriptions whose attempts have all failed since the last successful one.',
  listAdminIncidents:
    'Lists incidents, newest first, with the operator’s name for each update. `state=open` lists the unresolved ones alone.',
  openIncident:
    'Opens an incident with its first update. It is public at once, on the transparency page and in the feed.',
  updateIncident: 'Adds an update to an incident that is not resolved. It is public at once.',
  resolveIncident: 'Ends an incident with a last update. A resolved incident can’t be opened again.',
  getHealth: 'Always 200 while the process runs. It has no limit and ignores all headers.',
  getReady: '200 while the replica can serve requests, otherwise 503, with the result of each check. It has no limit.',
}

const { signals, submission } = record
const { creatorName: _name, ...sent } = submission

/** From a record that the service has made (`test/example-record.test.ts`). */
const exampleValues = {
  schemas: {
    ScoreResult: record,
    ScoreSubmission: sent,
    ScoreRequest: sent,
    Reading: signals.meme,
    Contribution: record.explanation.contributions[0],
  },
  fields: {
    ...submission,
    aggregate: record.aggregate,
    score: record.aggregate,
    band: record.band,
    warnings: record.warnings,
    hasStubs: record.hasStubs,
    confidence: record.confidence,
    stubbedSignals: record.stubbedSignals,
    summary: record.explanation.summary,
    reason: signals.meme.reason,
    promptVersion: record.promptVersion,
    creatorProof: record.creatorProof,
    outcome: 'alive',
    prefix: 'lsc_live_3ip3ZuQg',
    label: 'Acme launchpad',
    owner: 'ops@acme.example',
    endpoint: 'https://acme.example/hooks/launchscore',
    secret: 'ed2b91f0c7a84d65b3fe90172c58a6d4',
    transport: 'log',
  },
}
