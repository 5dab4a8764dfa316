// Written by `npm run openapi`.

export const operationList = {
  /** Score a proposed launch: `POST /v1/score` */
  createScore: ['POST', '/v1/score', { input: 'body', isKeyed: true, isPublic: true }],
  /** Replay a stored submission as a new score: `POST /v1/score/{id}/rescore` */
  rescore: ['POST', '/v1/score/{id}/rescore', { input: 'body', isKeyed: true, isPublic: true }],
  /** Upload the image of a submission: `POST /v1/images` */
  uploadImage: ['POST', '/v1/images', { input: 'form', isPublic: true }],
  /** Fetch the message to sign for a submission: `POST /v1/score/message` */
  getSubmissionMessage: ['POST', '/v1/score/message', { input: 'body', isPublic: true }],
  /** Fetch a score: `GET /v1/score/{id}` */
  getScore: ['GET', '/v1/score/{id}', { isPublic: true }],
  /** Fetch an uploaded image: `GET /v1/images/{hash}` */
  getImage: ['GET', '/v1/images/{hash}', { isPublic: true, response: 'blob' }],
  /** Fetch the score of a token contract: `GET /api/v1/score/{tokenAddress}` */
  getScoreByToken: ['GET', '/api/v1/score/{tokenAddress}', { input: 'query', isPublic: true }],
  /** Find the wallet of a name: `GET /api/v1/names/{name}` */
  resolveWalletName: ['GET', '/api/v1/names/{name}', { isPublic: true }],
  /** Fetch your key, its limits and its usage: `GET /v1/me` */
  getMe: ['GET', '/v1/me', {}],
  /** List the scores that you requested: `GET /v1/scores` */
  listOwnScores: ['GET', '/v1/scores', { input: 'query', isPaged: true }],
  /** Fetch the message to sign for an enrollment: `GET /v1/enroll/message` */
  getEnrollmentMessage: ['GET', '/v1/enroll/message', { input: 'query', isPublic: true }],
  /** Enroll a score with its creator’s signature: `POST /v1/enroll` */
  enroll: ['POST', '/v1/enroll', { input: 'body' }],
  /** Fetch the enrollment of a score: `GET /v1/enrollment/{scoreId}` */
  getEnrollment: ['GET', '/v1/enrollment/{scoreId}', { isPublic: true }],
  /** Fetch the text to sign for an appeal: `POST /v1/score/{id}/appeal/message` */
  getAppealMessage: ['POST', '/v1/score/{id}/appeal/message', { input: 'body' }],
  /** Appeal against a score with a signed message: `POST /v1/score/{id}/appeal` */
  appealScore: ['POST', '/v1/score/{id}/appeal', { input: 'body' }],
  /** Fetch the appeal against a score: `GET /v1/score/{id}/appeal` */
  getAppeal: ['GET', '/v1/score/{id}/appeal', { isPublic: true }],
  /** Fetch an enrolled launch: `GET /v1/launch/{id}` */
  getLaunch: ['GET', '/v1/launch/{id}', { isPublic: true }],
  /** Fetch the text to sign for an edit of a launch page: `POST /v1/launch/{id}/page/message` */
  getPageMessage: ['POST', '/v1/launch/{id}/page/message', { input: 'body' }],
  /** Edit a launch page with a signed message: `PATCH /v1/launch/{id}/page` */
  editPage: ['PATCH', '/v1/launch/{id}/page', { input: 'body' }],
  /** List the signed edits of a launch page: `GET /v1/launch/{id}/page/history` */
  listPageEdits: ['GET', '/v1/launch/{id}/page/history', { input: 'query', isPublic: true, isPaged: true }],
  /** Count a view of a launch page: `POST /v1/launch/{id}/attendance` */
  attendLaunch: ['POST', '/v1/launch/{id}/attendance', { input: 'body' }],
  /** Fetch the message to sign for binding a token: `GET /v1/launch/{id}/token/message` */
  getTokenMessage: ['GET', '/v1/launch/{id}/token/message', { input: 'query', isPublic: true }],
  /** Bind the launched token with a signed message: `POST /v1/launch/{id}/token` */
  bindToken: ['POST', '/v1/launch/{id}/token', { input: 'body' }],
  /** Fetch the token of a launch: `GET /v1/launch/{id}/token` */
  getBoundToken: ['GET', '/v1/launch/{id}/token', { isPublic: true }],
  /** Fetch the message to sign for denying a token: `GET /v1/launch/{id}/token/denial/message` */
  getTokenDenialMessage: ['GET', '/v1/launch/{id}/token/denial/message', { input: 'query', isPublic: true }],
  /** Deny a token with a signed message: `POST /v1/launch/{id}/token/denial` */
  denyToken: ['POST', '/v1/launch/{id}/token/denial', { input: 'body' }],
  /** Fetch the message to sign for the tokens that name a wallet: `GET /v1/launch/{id}/token/named/message` */
  getNamedTokensMessage: ['GET', '/v1/launch/{id}/token/named/message', { input: 'query', isPublic: true }],
  /** List the tokens that name the creator’s wallet: `POST /v1/launch/{id}/token/named` */
  listNamedTokens: ['POST', '/v1/launch/{id}/token/named', { input: 'body' }],
  /** List the observations of a launched token: `GET /v1/launch/{id}/observations` */
  listObservations: ['GET', '/v1/launch/{id}/observations', { input: 'query', isPublic: true, isPaged: true }],
  /** List graduated tokens: `GET /api/v1/graduates` */
  listGraduates: ['GET', '/api/v1/graduates', { input: 'query', isPublic: true, isPaged: true }],
  /** Fetch the outcomes of scored launches: `GET /api/v1/track-record` */
  getTrackRecord: ['GET', '/api/v1/track-record', { input: 'query', isPublic: true }],
  /** Fetch how many launches lived, by their creator’s history: `GET /api/v1/track-record/creators` */
  getCreatorFigures: ['GET', '/api/v1/track-record/creators', { isPublic: true }],
  /** List the launches that the figures of creators count: `GET /api/v1/track-record/creators/samples` */
  listCreatorSamples: ['GET', '/api/v1/track-record/creators/samples', { input: 'query', isPublic: true, isPaged: true }],
  /** List the sealed days of the track record: `GET /api/v1/track-record/days` */
  listRecordDays: ['GET', '/api/v1/track-record/days', { input: 'query', isPublic: true, isPaged: true }],
  /** Fetch the sealed file of a day: `GET /api/v1/track-record/days/{day}` */
  getRecordDay: ['GET', '/api/v1/track-record/days/{day}', { isPublic: true, response: 'text' }],
  /** Export the outcomes of all launches: `GET /api/v1/track-record/{file}` */
  exportTrackRecord: ['GET', '/api/v1/track-record/{file}', { isPublic: true, response: 'text' }],
  /** Fetch the key for web push subscriptions: `GET /v1/launch/{id}/subscriptions/key` */
  getPushKey: ['GET', '/v1/launch/{id}/subscriptions/key', { isPublic: true }],
  /** Subscribe a browser to a launch’s notifications: `POST /v1/launch/{id}/subscriptions` */
  subscribe: ['POST', '/v1/launch/{id}/subscriptions', { input: 'body' }],
  /** Unsubscribe a browser from a launch’s notifications: `DELETE /v1/launch/{id}/subscriptions/{subscriptionId}` */
  unsubscribe: ['DELETE', '/v1/launch/{id}/subscriptions/{subscriptionId}', {}],
  /** Ask for a launch’s notifications by e-mail: `POST /v1/launch/{id}/reminders` */
  requestReminder: ['POST', '/v1/launch/{id}/reminders', { input: 'body' }],
  /** Fetch the attestation of a score: `GET /v1/score/{id}/attestation` */
  getAttestation: ['GET', '/v1/score/{id}/attestation', { isPublic: true }],
  /** Fetch the receipt of a score: `GET /v1/score/{id}/receipt` */
  getReceipt: ['GET', '/v1/score/{id}/receipt', { isPublic: true }],
  /** Publish a final score as an attestation on the chain: `POST /v1/score/{id}/publish` */
  publishScore: ['POST', '/v1/score/{id}/publish', {}],
  /** Fetch the percentile of a score in its cohort: `GET /v1/score/{id}/percentile` */
  getPercentile: ['GET', '/v1/score/{id}/percentile', { input: 'query', isPublic: true }],
  /** List recently enrolled launches: `GET /api/v1/launches` */
  listLaunches: ['GET', '/api/v1/launches', { input: 'query', isPublic: true, isPaged: true }],
  /** List the best and the worst launches of a time window: `GET /api/v1/leaderboards` */
  listLeaderboards: ['GET', '/api/v1/leaderboards', { input: 'query', isPublic: true, isPaged: true }],
  /** List the newest scores: `GET /api/v1/scores` */
  listScores: ['GET', '/api/v1/scores', { input: 'query', isPublic: true, isPaged: true }],
  /** Fetch the profile and the history of a wallet: `GET /api/v1/creator/{address}` */
  getCreator: ['GET', '/api/v1/creator/{address}', { isPublic: true }],
  /** Look up many tokens, scores and creators: `POST /api/v1/lookup` */
  lookup: ['POST', '/api/v1/lookup', { input: 'body', isPublic: true }],
  /** Search scores by name, ticker or address: `GET /api/v1/search` */
  search: ['GET', '/api/v1/search', { input: 'query', isPublic: true }],
  /** Describe a link to a score or a launch (oEmbed): `GET /oembed` */
  getOembed: ['GET', '/oembed', { input: 'query', isPublic: true }],
  /** List the prompt versions: `GET /api/v1/prompts` */
  listPrompts: ['GET', '/api/v1/prompts', { isPublic: true }],
  /** Compare two prompt versions: `GET /api/v1/prompts/diff` */
  getPromptDiff: ['GET', '/api/v1/prompts/diff', { input: 'query', isPublic: true }],
  /** List the measurements of the judge: `GET /api/v1/evaluations` */
  listEvaluations: ['GET', '/api/v1/evaluations', { isPublic: true }],
  /** A one-page description of the service for language models: `GET /llms.txt` */
  getLlmsText: ['GET', '/llms.txt', { isPublic: true, response: 'text' }],
  /** The whole documentation in one file for language models: `GET /llms-full.txt` */
  getLlmsFullText: ['GET', '/llms-full.txt', { isPublic: true, response: 'text' }],
  /** Fetch this document: `GET /api/v1/openapi.json` */
  getOpenapi: ['GET', '/api/v1/openapi.json', { isPublic: true }],
  /** Fetch this document as OpenAPI 3.0: `GET /api/v1/openapi-3.0.json` */
  getOpenapi30: ['GET', '/api/v1/openapi-3.0.json', { isPublic: true }],
  /** Create a subscription: `POST /v1/webhooks` */
  subscribeWebhook: ['POST', '/v1/webhooks', { input: 'body', isKeyed: true }],
  /** List your subscriptions: `GET /v1/webhooks` */
  listWebhooks: ['GET', '/v1/webhooks', { input: 'query', isPaged: true }],
  /** Fetch a subscription: `GET /v1/webhooks/{id}` */
  getWebhook: ['GET', '/v1/webhooks/{id}', {}],
  /** Change a subscription: `PATCH /v1/webhooks/{id}` */
  updateWebhook: ['PATCH', '/v1/webhooks/{id}', { input: 'body' }],
  /** Delete a subscription: `DELETE /v1/webhooks/{id}` */
  unsubscribeWebhook: ['DELETE', '/v1/webhooks/{id}', {}],
  /** List the deliveries of a subscription: `GET /v1/webhooks/{id}/deliveries` */
  listDeliveries: ['GET', '/v1/webhooks/{id}/deliveries', { input: 'query', isPaged: true }],
  /** Fetch a delivery with its body: `GET /v1/webhooks/{id}/deliveries/{deliveryId}` */
  getDelivery: ['GET', '/v1/webhooks/{id}/deliveries/{deliveryId}', {}],
  /** Retry a delivery: `POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry` */
  retryDelivery: ['POST', '/v1/webhooks/{id}/deliveries/{deliveryId}/retry', {}],
  /** Recover failed deliveries and missed events since a time: `POST /v1/webhooks/{id}/recover` */
  recoverDeliveries: ['POST', '/v1/webhooks/{id}/recover', { input: 'body' }],
  /** List the events of a subscription: `GET /v1/webhooks/{id}/events` */
  listWebhookEvents: ['GET', '/v1/webhooks/{id}/events', { input: 'query', isPaged: true }],
  /** Send a test event: `POST /v1/webhooks/{id}/test` */
  testWebhook: ['POST', '/v1/webhooks/{id}/test', {}],
  /** Rotate the secret of a subscription: `POST /v1/webhooks/{id}/rotate-secret` */
  rotateWebhookSecret: ['POST', '/v1/webhooks/{id}/rotate-secret', { input: 'body' }],
  /** Resume a subscription that is paused or not active: `POST /v1/webhooks/{id}/resume` */
  resumeWebhook: ['POST', '/v1/webhooks/{id}/resume', {}],
  /** Send due notifications: `POST /v1/launch/dispatch` */
  dispatchNotifications: ['POST', '/v1/launch/dispatch', {}],
  /** Fetch the totals of scores, enrollments, attestations and keys: `GET /v1/admin/stats` */
  getAdminStats: ['GET', '/v1/admin/stats', {}],
  /** List recent scores: `GET /v1/admin/scores` */
  listAdminScores: ['GET', '/v1/admin/scores', { input: 'query', isPaged: true }],
  /** List recent enrollments: `GET /v1/admin/enrollments` */
  listAdminEnrollments: ['GET', '/v1/admin/enrollments', { input: 'query', isPaged: true }],
  /** List all API keys: `GET /v1/admin/api-keys` */
  listAdminKeys: ['GET', '/v1/admin/api-keys', {}],
  /** Approve a launch for the operator’s channels: `POST /v1/admin/launches/{id}/approve` */
  approveLaunch: ['POST', '/v1/admin/launches/{id}/approve', {}],
  /** Take down a score and all other scores of the same launch by its creator: `POST /v1/admin/scores/{id}/hide` */
  hideScore: ['POST', '/v1/admin/scores/{id}/hide', { input: 'body' }],
  /** Restore a hidden score: `POST /v1/admin/scores/{id}/unhide` */
  unhideScore: ['POST', '/v1/admin/scores/{id}/unhide', { input: 'body' }],
  /** Take down all launches of a creator, and refuse new ones: `POST /v1/admin/creators/{address}/hide` */
  hideCreator: ['POST', '/v1/admin/creators/{address}/hide', { input: 'body' }],
  /** Restore a hidden creator: `POST /v1/admin/creators/{address}/unhide` */
  unhideCreator: ['POST', '/v1/admin/creators/{address}/unhide', { input: 'body' }],
  /** List all take-downs, with the operator and the reason: `GET /v1/admin/takedowns` */
  listAdminTakedowns: ['GET', '/v1/admin/takedowns', { input: 'query', isPaged: true }],
  /** List appeals: `GET /v1/admin/appeals` */
  listAppeals: ['GET', '/v1/admin/appeals', { input: 'query', isPaged: true }],
  /** Answer an appeal: `POST /v1/admin/appeals/{id}/answer` */
  answerAppeal: ['POST', '/v1/admin/appeals/{id}/answer', { input: 'body' }],
  /** Fetch scores, conversion, model usage and key tiers of 24 hours and 7 days: `GET /v1/admin/analytics` */
  getAdminAnalytics: ['GET', '/v1/admin/analytics', {}],
  /** Fetch the state of the database, breakers, queues and jobs: `GET /v1/admin/status` */
  getAdminStatus: ['GET', '/v1/admin/status', {}],
  /** Fetch scores, errors, model usage and deliveries by the hour: `GET /v1/admin/hours` */
  getAdminHours: ['GET', '/v1/admin/hours', {}],
  /** Fetch the usage of the daily budgets: `GET /v1/admin/budgets` */
  getAdminBudgets: ['GET', '/v1/admin/budgets', {}],
  /** List the callers that rate limits refuse most: `GET /v1/admin/limited-callers` */
  listLimitedCallers: ['GET', '/v1/admin/limited-callers', {}],
  /** List webhook subscriptions whose endpoints fail: `GET /v1/admin/webhooks/failing` */
  listFailingWebhooks: ['GET', '/v1/admin/webhooks/failing', {}],
  /** List incidents with the operators of their updates: `GET /v1/admin/incidents` */
  listAdminIncidents: ['GET', '/v1/admin/incidents', { input: 'query', isPaged: true }],
  /** Open an incident: `POST /v1/admin/incidents` */
  openIncident: ['POST', '/v1/admin/incidents', { input: 'body' }],
  /** Post an update of an incident: `POST /v1/admin/incidents/{id}/updates` */
  updateIncident: ['POST', '/v1/admin/incidents/{id}/updates', { input: 'body' }],
  /** Resolve an incident: `POST /v1/admin/incidents/{id}/resolve` */
  resolveIncident: ['POST', '/v1/admin/incidents/{id}/resolve', { input: 'body' }],
  /** Send due webhook deliveries: `POST /v1/webhooks/dispatch` */
  dispatchWebhooks: ['POST', '/v1/webhooks/dispatch', {}],
  /** Metrics for Prometheus: `GET /metrics` */
  getMetrics: ['GET', '/metrics', { response: 'text' }],
  /** Check that the process is alive: `GET /health` */
  getHealth: ['GET', '/health', {}],
  /** Check that the replica can serve requests: `GET /ready` */
  getReady: ['GET', '/ready', {}],
  /** Open the reference of the API: `GET /api/v1/docs` */
  getDocs: ['GET', '/api/v1/docs', { isPublic: true, response: 'text' }],
} as const
