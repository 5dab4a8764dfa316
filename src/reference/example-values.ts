import record from './example-record.json' with { type: 'json' }

const { signals, submission } = record

/** From a record that the service has made (`test/example-record.test.ts`). */
export const exampleValues = {
  schemas: {
    ScoreResult: record,
    ScoreSubmission: submission,
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
