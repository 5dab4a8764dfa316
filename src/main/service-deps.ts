import type { PromptDeps } from '../judge/versions/active-prompt.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import type { KeyDeps } from '../keys/key-deps.ts'
import type { NotificationDeps } from '../notifications/channels/notification-deps.ts'
import type { Tracer } from '../platform/tracing/trace.ts'
import type { ProviderGuard } from '../platform/resilience/provider-guard.ts'
import type { Model } from '../providers/model/model.ts'
import type { MarketDeps } from '../outcomes/observing/read-markets.ts'
import type { Pools } from '../providers/chain/pools.ts'
import type { Images } from '../providers/images/images.ts'
import type { AdmissionDeps } from '../scoring/admission/admission-deps.ts'
import type { TakedownDeps } from '../scoring/takedown/shown-cache.ts'
import type { ProofSources } from '../outcomes/binding/prove-token.ts'
import type { DeliveryWorker } from '../delivery/worker.ts'
import type { WebhookDeps } from '../webhooks/subscriptions/webhook-deps.ts'

/** Everything that routes, jobs and commands receive: `Deps`, and the dependencies of single modules. */
export type ServiceDeps = Deps &
  KeyDeps &
  AdmissionDeps &
  NotificationDeps &
  TakedownDeps &
  WebhookDeps &
  PromptDeps & {
    images: Images
    deliveryWorker: DeliveryWorker
    /** Opens the configured provider with another model, for measurements; null without a provider. */
    openModel: (name?: string) => Model | null
    /** Shows who created a token; null: CHAIN_RPC_URL is not set. */
    proofSources: ProofSources | null
    /** The markets of launched tokens; null: nothing is observed. */
    market: MarketDeps | null
    /** Pools and events on the chain; null: CHAIN_RPC_URL is not set. */
    pools: Pools | null
    /** The guards of the configured providers, whose state /ready and /metrics report. */
    guards: ProviderGuard[]
    /**
     * The guards of providers that only jobs call, and of each model of a panel: their outages take no replica out of
     * rotation (D53).
     */
    jobGuards: ProviderGuard[]
    /** null: traces are not exported. */
    tracer: Tracer | null
    /** For lists: reads that may miss the last second, and the time up to which they miss nothing. */
    replica: Pick<Deps, 'reads' | 'clock'>
    /** For migrations, whose statements may take as long as they need. */
    migrations: Db
    /** Copies the embedded database into a new folder and returns its path; throws with a server. */
    takeSnapshot: () => Promise<string>
  }
