/** Descriptions of operations, beyond their summaries, for OpenAPI. Longer ones stand in the schemas of their routes. */
export const operationDescriptions: Record<string, string> = {
  createScore:
    'Measures the submission on six signals and stores the result as a record that never changes. Signals whose provider is not configured are stubs, which makes the record preliminary. When a provider fails, nothing is stored. With `Accept: text/event-stream` the response is a stream of events: `signal` for each signal as soon as it is measured, comments while nothing happens, and at the end `score` with the record or `error` with the error envelope. What fails before the first signal has its own status, as without the header.',
  uploadImage:
    'Stores an image of at most 5 MiB, decoded and scaled to at most 768 pixels and 150 kB, and returns its address for the `imageUrl` of a submission. The service reads such an image from its store. An image that no submission has is deleted after 24 hours; sending it again renews it. The body is a form (`multipart/form-data`) with one file.',
  getImage: 'Returns the stored copy of an uploaded image: a PNG or a JPEG of at most 150 kB.',
  rescore:
    'Measures the stored submission again, with the stored image, and stores a new record. The earlier record stays as it is. Without a body the active prompt version is used.',
  getScore: 'Returns the record byte for byte as it was first sent, so that its digest can be checked.',
  getPercentile:
    'Compares the score with the newest final score of each launch in the window, under comparable prompt versions.',
  publishScore:
    'Attests a final score on the chain, once. A second call returns the same attestation. When the transaction takes longer than the wait, the response is 202, and a later call returns the attestation.',
  getAttestation: 'Returns the attestation of a score, or the state of the one that is under way.',
  getReceipt: 'Returns the digest and the key figures of a score, signed by the attester, without a transaction.',
  getEnrollmentMessage: 'Returns the text that the creator’s wallet signs for `enroll`.',
  enroll:
    'Makes the creator the owner of the score’s launch. The signature is over the text of `getEnrollmentMessage`. The same creator enrolling the same score again gets the existing record.',
  getEnrollment: 'Returns the enrollment of a score, by the score’s id.',
  getAppealMessage: 'Returns the text that the creator’s wallet signs for `appealScore`, for the appeal in the body.',
  appealScore:
    'Asks the operators to review a score. Only the creator who enrolled the score can do so, once per score, with a signature over the text of `getAppealMessage`. Reason, answer and outcome are public and stay; the score never changes.',
  getAppeal: 'Returns the appeal against a score, with the operators’ answer once there is one.',
  listAppeals: 'Lists the appeals of creators, also those against scores that are taken down.',
  answerAppeal:
    'Answers an appeal, once, for the public. With `rescore` the launch is scored again under the active prompt version, with fresh samples of the judge, as a new record, and later re-scores of this submission use these samples. When a provider fails, nothing is stored and the appeal stays open.',
  getLaunch:
    'Returns enrollment, score, page, notifications, attendance and token of a launch, by enrollment id or score id.',
  getPageMessage: 'Returns the text that the creator’s wallet signs for `editPage`, for the edit in the body.',
  editPage:
    'Changes the fields that the request has, and leaves the others. The creator signs the text of `getPageMessage`; an edit can be sent once, within five minutes.',
  listPageEdits: 'Lists the accepted edits of a page with their signatures, so that anybody can check them.',
  attendLaunch: 'Counts one page view, and one visitor for each new session. The session is stored as a keyed hash.',
  getPushKey: 'Returns the VAPID public key that a browser needs to subscribe.',
  subscribe: 'Stores a browser’s push subscription. The browser gets the notifications of this launch.',
  unsubscribe: 'Deletes a browser’s push subscription. Its id is the proof that the caller may do so.',
  getLlmsFullText: 'Returns all guides and the descriptions of all routes as one Markdown file (llmstxt.org).',
  getLlmsText: 'Describes the service and its routes in Markdown (llmstxt.org).',
  listLaunches: 'Lists enrolled launches, the newest first, of one band or of all.',
  listLeaderboards:
    'Lists the launches with the highest and the lowest scores of the window, of one band or of all. A launch has one row; preliminary scores are left out.',
  getCreator: 'Returns the enrolled launches of a wallet: their number, their bands and the latest 25.',
  listEvaluations:
    'Lists how the language-model judge was measured: runs of the calibration and red-team sets, and the anchors that are judged again every day. Empty lists mean that nothing was measured.',
  listGraduates:
    'Lists launches whose token graduated: seven days in a row with 20,000 USD of depth and trade on both sides, within 90 days of trading. A graduate that fell later stays, with its latest outcome.',
  getTrackRecord:
    'Returns what became of scored launches as of the last sealed day: the funnel, the outcomes, the shares per band with their intervals, and the state of the claims. A figure is null until enough launches are known.',
  getTrackRecordClaims:
    'Returns the claims that were fixed before the first outcome, as canonical JSON with its digest.',
  listRecordDays: 'Lists the sealed days with their digests; each digest chains to the day before.',
  getRecordDay:
    'Returns the sealed file of a UTC day: every row that was appended on it, one canonical JSON line each.',
  exportTrackRecord:
    'Returns every launch of the record up to the last sealed day, as CSV or as one JSON object per line. It is streamed.',
  search:
    'Finds scores by the exact address of a token contract or a wallet, by the id of a score, or else by a part of a name or ticker. Spelling variants that look alike find each other. A launch is listed once, by the score that represents it. Test records and what is taken down are never found.',
  resolveWalletName:
    'Returns the wallet that a name stands for: a Basename (`alice.base.eth`) where the deployment is on Base, an ENS name (`alice.eth`) where it is on Ethereum. A name whose address is kept on a server and not on the chain is not found. The answer may be a minute old. Routes that take an address take no names.',
  listPrompts:
    'Lists the released prompt versions with the hashes of their files and of the sources of their rules, and when each was activated, with the operator’s reason. A version never changes.',
  getPromptDiff: 'Returns what differs between two prompt versions, as a unified diff of their files and rule sources.',
  getOpenapi: 'Returns the OpenAPI 3.1 document of all routes and events.',
  getDocs: 'Shows this document as a page, with an example of each request.',
  getOembed:
    'Describes a link to a score’s page or a launch’s page by its card and its headline, for sites that show previews (oEmbed 1.0). A critical warning comes first in the title.',
  getMe:
    'Returns tier, limits, what is left of them, and the usage of the last 30 days. Keys that were rotated from or to one another are counted together.',
  subscribeWebhook: 'Subscribes an endpoint to events. The secret signs the deliveries and is never shown again.',
  listWebhooks: 'Lists the subscriptions of the key, and of keys that it was rotated from or to.',
  getWebhook: 'Returns one subscription with its state.',
  updateWebhook: 'Changes the fields that the request has, and leaves the others.',
  unsubscribeWebhook: 'Deletes a subscription and its deliveries that are still waiting.',
  listDeliveries: 'Lists the deliveries of the last 24 hours with their attempts.',
  getDelivery: 'Returns one delivery of the last 24 hours with its attempts, and the body that all of them send.',
  retryDelivery: 'Sends a delivery again at once, whatever its state.',
  recoverDeliveries:
    'Queues deliveries again that failed, and events that were missed while the subscription was not active.',
  listWebhookEvents: 'Lists the events of the last seven days, for callers that poll instead of receiving deliveries.',
  testWebhook: 'Sends the event `webhook.test` to the endpoint, signed and logged like any other.',
  rotateWebhookSecret:
    'Replaces the secret. For 24 hours an attempt that gets 401 or 403 is repeated with the previous secret.',
  resumeWebhook: 'Ends the pause of a subscription, or makes it active again.',
  getMetrics: 'Returns the metrics of this process and of the queues. With METRICS_TOKEN it needs that token.',
  dispatchNotifications: 'Sends the notifications that are due, for deployments with DISPATCH_INTERVAL_SECONDS=0.',
  dispatchWebhooks: 'Sends the deliveries that are due, for deployments with DISPATCH_INTERVAL_SECONDS=0.',
  getAdminStats: 'Counts over all time. Test records are left out.',
  listAdminScores: 'Lists scores, the newest first, preliminary ones too. Test records are left out.',
  listAdminEnrollments: 'Lists enrollments, the newest first.',
  listAdminKeys: 'Lists the metadata of all keys, the newest first. Keys and their hashes are never shown.',
  getAdminAnalytics: 'Counts the last 24 hours and the last 7 days.',
  getAdminStatus: 'Reports what an operator looks at first when something is wrong.',
  getAdminHours:
    'Counts each of the last 24 hours over all replicas. Errors, refusals and deliveries are noted every 15 seconds; a process that is killed loses those since the last note.',
  getAdminBudgets: 'Compares what the UTC day has used over all replicas with the daily budgets of the deployment.',
  listLimitedCallers:
    'Lists the callers that the responding replica refused most, by the prefix of their key or by their network. Whole addresses are not kept.',
  listFailingWebhooks: 'Lists at most 25 subscriptions whose attempts have all failed since the last success.',
  listAdminIncidents: 'Lists incidents, the newest first, with the names of the operators who posted each update.',
  openIncident:
    'Opens an incident with its first update. It is public at once, on the transparency page and in the feed.',
  updateIncident: 'Adds an update to an incident that is not resolved. It is public at once.',
  resolveIncident: 'Ends an incident with a last update. A resolved incident can’t be opened again.',
  getHealth: 'Always 200 while the process runs. It has no limit and looks at no header.',
  getReady: '200 while the replica can serve requests, else 503, with the result of each check. It has no limit.',
}
