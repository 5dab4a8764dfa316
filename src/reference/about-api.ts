import { getVersion } from '../platform/package-version.ts'
import { exampleValues } from './example-values.ts'
import { operationDescriptions } from './operation-descriptions.ts'

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
