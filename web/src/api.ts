// Written by `npm run openapi`.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Every answer that is not a success has this shape */
        Error: {
            error: {
                /** @description One of the codes of the error table */
                code: string;
                /** @description A sentence that says what to do */
                message: string;
                /** @description On `bad_request`: the fields at fault */
                details?: {
                    path: string;
                    message: string;
                }[];
            };
        };
        /**
         * @description A proposed token launch
         * @example {
         *       "name": "Left Sock",
         *       "symbol": "$SOCK",
         *       "description": "Every washing machine takes one. This is the token of the other.",
         *       "imageUrl": "https://pictures.example/left-sock.png",
         *       "xHandle": "@leftsock",
         *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
         *     }
         */
        ScoreSubmission: {
            /** @description Token name */
            name: string;
            /** @description a ticker of 1–16 characters without white space; a leading $ is dropped */
            symbol: string;
            /** @description One-paragraph pitch */
            description: string;
            /**
             * Format: uri
             * @description Address (https) of a PNG, JPEG, WebP or GIF picture of at most 5 MiB; redirects are not followed
             */
            imageUrl: string;
            /** @description an @ and 1–15 letters, digits or underscores */
            xHandle: string;
            /** @description the creator’s wallet: 0x and 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /** @description the token’s contract, when there is one: 0x and 40 hex digits, in lower, upper or EIP-55 case */
            contractAddress?: string | null;
        };
        /** @description green from 70, amber from 45, else red; of the rounded aggregate (D13) */
        Band: "green" | "amber" | "red";
        SignalName: "meme" | "creator" | "image" | "name" | "social" | "risk";
        /** @description One signal of a score */
        Reading: {
            /** @description Whole number, higher is better; 50 for a stub */
            score: number;
            /** @description Plain text; names the rules or the evidence behind the score */
            reason: string;
            /** @description True when the signal’s provider is not configured (D16) */
            stub: boolean;
            /** @description The judge’s confidence; null where a signal has none */
            confidence: number | null;
            /** @description Credit that the data’s licence asks for (D56) */
            attribution?: string;
        };
        Contribution: {
            signal: components["schemas"]["SignalName"];
            /** @description The signal’s weight as a fraction */
            weight: number;
            /** @description The weight used: renormalised over the live signals, 0 for a stub */
            effectiveWeight: number;
            score: number;
            /** @description score × effectiveWeight, unrounded; the six sum to the aggregate */
            contribution: number;
        };
        /** @description One scoring of one submission. It never changes */
        ScoreResult: {
            /** Format: uuid */
            id: string;
            /** @description Weighted result, two decimals; higher is better */
            aggregate: number;
            band: components["schemas"]["Band"];
            hasStubs: boolean;
            /** @description preliminary when any signal is a stub (D14) */
            confidence: "preliminary" | "final";
            stubbedSignals: components["schemas"]["SignalName"][];
            signals: {
                meme: components["schemas"]["Reading"];
                creator: components["schemas"]["Reading"];
                image: components["schemas"]["Reading"];
                name: components["schemas"]["Reading"];
                social: components["schemas"]["Reading"];
                risk: components["schemas"]["Reading"];
            };
            explanation: {
                summary: string;
                contributions: components["schemas"]["Contribution"][];
            };
            /** @description What scored it, `<name>@<semver>` */
            promptVersion: string;
            /** Format: date-time */
            createdAt: string;
            submission: {
                name: string;
                symbol: string;
                description: string;
                imageUrl: string;
                xHandle: string;
                /** @description EIP-55 */
                creatorAddress: string;
                /** @description EIP-55 */
                contractAddress: string | null;
            };
            /**
             * Format: uuid
             * @description The record this one replayed
             */
            rescoredFrom: string | null;
        };
        MessageToSign: {
            /** @description Sign exactly this text by `personal_sign` (EIP-191) */
            message: string;
        };
        /** @description A creator’s signed wish to launch a score */
        EnrollmentRequest: {
            /**
             * Format: uuid
             * @description the id of a score
             */
            scoreRequestId: string;
            /** @description the creator’s wallet: 0x and 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /** @description 0x and 1–8,192 bytes in hex */
            signature: string;
            /**
             * Format: date-time
             * @description When the launch is to be, with its offset: in the future, at most 365 days ahead
             */
            scheduledFor?: string | null;
        };
        /** @description A score that its creator signed for. The first creator owns it */
        Enrollment: {
            /** Format: uuid */
            enrollmentId: string;
            /**
             * Format: uuid
             * @description The score that is enrolled
             */
            scoreRequestId: string;
            /** @description EIP-55 */
            creatorAddress: string;
            /**
             * Format: date-time
             * @description When the launch is to be
             */
            scheduledFor: string | null;
            /** Format: date-time */
            enrolledAt: string;
        };
        /** @description An edit of a launch page that is to be signed */
        PageDraft: {
            /** @description One-line hook above the countdown; null clears it */
            tagline?: string | null;
            /** @description Longer pitch, which may hold line breaks; null clears it */
            description?: string | null;
            /** @description Label of the call to action; null clears it */
            ctaLabel?: string | null;
            /** @description Address (https) that the call to action leads to; null clears it */
            ctaUrl?: string | null;
            /**
             * Format: date-time
             * @description When the launch is to be, with an offset, at most 365 days ahead; null takes it back
             */
            scheduledFor?: string | null;
            /** @description the wallet that enrolled the score: 0x and 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /**
             * Format: date-time
             * @description When the edit was made, with an offset: within 5 minutes of now, after the last accepted edit’s
             */
            issuedAt: string;
        };
        /** @description A signed edit of a launch page; fields that are absent stay as they are */
        PageEdit: {
            /** @description One-line hook above the countdown; null clears it */
            tagline?: string | null;
            /** @description Longer pitch, which may hold line breaks; null clears it */
            description?: string | null;
            /** @description Label of the call to action; null clears it */
            ctaLabel?: string | null;
            /** @description Address (https) that the call to action leads to; null clears it */
            ctaUrl?: string | null;
            /**
             * Format: date-time
             * @description When the launch is to be, with an offset, at most 365 days ahead; null takes it back
             */
            scheduledFor?: string | null;
            /** @description the wallet that enrolled the score: 0x and 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /**
             * Format: date-time
             * @description When the edit was made, with an offset: within 5 minutes of now, after the last accepted edit’s
             */
            issuedAt: string;
            /** @description 0x and 1–8,192 bytes in hex */
            signature: string;
        };
        /** @description The fields of an edit, trimmed and in NFC, as they enter the digest */
        PageFields: {
            /** @description One-line hook above the countdown; null clears it */
            tagline?: string | null;
            /** @description Longer pitch, which may hold line breaks; null clears it */
            description?: string | null;
            /** @description Label of the call to action; null clears it */
            ctaLabel?: string | null;
            /** @description Address (https) that the call to action leads to; null clears it */
            ctaUrl?: string | null;
            /**
             * Format: date-time
             * @description When the launch is to be, with an offset, at most 365 days ahead; null takes it back
             */
            scheduledFor?: string | null;
        };
        PageMessage: {
            /** @description The text to sign (EIP-191), byte for byte */
            message: string;
            /** @description 0x and the SHA-256 of the canonical JSON (RFC 8785) of `fields` */
            digest: string;
            fields: components["schemas"]["PageFields"];
        };
        /** @description What the creator says of the launch */
        LaunchPage: {
            tagline: string | null;
            description: string | null;
            ctaLabel: string | null;
            ctaUrl: string | null;
            /**
             * Format: date-time
             * @description When the launch is to be
             */
            scheduledFor: string | null;
            /**
             * Format: date-time
             * @description When the last edit was accepted; null before the first
             */
            updatedAt: string | null;
        };
        /** @description One accepted edit, with all that anyone needs to check who said it */
        SignedEdit: {
            fields: components["schemas"]["PageFields"];
            /**
             * Format: date-time
             * @description As signed
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When it was accepted
             */
            editedAt: string;
            /** @description Who signed, EIP-55 */
            creatorAddress: string;
            /** @description The text that was signed, byte for byte */
            message: string;
            signature: string;
            /** @description By the wallet’s own key, or by its contract on a chain at a block */
            verified: {
                by: "key" | "contract";
                chainId: number | null;
                block: number | null;
            };
        };
        /** @description The accepted edits of a launch page, newest first */
        PageHistory: {
            edits: components["schemas"]["SignedEdit"][];
            limit: number;
            /** @description What `cursor` takes for the next page; null at the end */
            nextCursor: string | null;
        };
        Attendance: {
            /** @description 1–128 visible ASCII characters that the client made up at random for this visit */
            session: string;
        };
        Notification: {
            slot: "T-60min" | "T-10min" | "T+0";
            /**
             * Format: date-time
             * @description When it is due
             */
            sendAt: string;
            /** @description What carries it; a slot has one entry for each of its transports */
            transport: string;
            /** @description skipped: its time had passed */
            state: "pending" | "sent" | "failed" | "skipped" | "cancelled";
            /**
             * Format: date-time
             * @description When it was sent
             */
            sentAt: string | null;
        };
        /** @description An enrolled launch with all that belongs to it */
        LaunchSummary: {
            enrollment: components["schemas"]["Enrollment"];
            score: components["schemas"]["ScoreResult"];
            page: components["schemas"]["LaunchPage"];
            /** @description Of the present schedule, or of the last one there was; earliest first */
            notifications: components["schemas"]["Notification"][];
            attendance: {
                pageViews: number;
                uniqueSessions: number;
            };
        };
        /** @description What one tick of the notification dispatcher did */
        NotificationTick: {
            /** @description Notifications taken, one for each slot and transport; each became one of the following */
            claimed: number;
            /** @description Taken by their transport */
            sent: number;
            /** @description Not taken; to be tried again */
            retried: number;
            /** @description Not taken, and not to be tried again */
            failed: number;
            /** @description Found so late that they say nothing any more, or without anybody to send them to */
            skipped: number;
            /** @description Of a schedule that has changed since */
            cancelled: number;
        };
        /** @description Where a browser wants to be told, by web push */
        PushSubscription: {
            /**
             * Format: uri
             * @description Address (https) of the browser’s push service
             */
            endpoint: string;
            /** @description Not used */
            expirationTime?: number | null;
            keys: {
                /** @description a P-256 public key (65 bytes) in base64url */
                p256dh: string;
                /** @description a secret of 16 bytes in base64url */
                auth: string;
            };
        };
        /** @description An opt-in to the notifications of one launch */
        Subscribed: {
            /**
             * Format: uuid
             * @description What opts out again: keep it
             */
            id: string;
            endpoint: string;
            /** Format: date-time */
            createdAt: string;
        };
        PushKey: {
            /** @description The `applicationServerKey` of PushManager.subscribe() */
            publicKey: string;
        };
        /** @description A score on the chain. A reorganisation of the chain may still change `attestationId` and `blockNumber` */
        Attestation: {
            status: "published" | "revoked";
            /** @description The id that the attestation contract gave it */
            attestationId: string;
            /**
             * Format: uuid
             * @description The score that is attested
             */
            scoreRequestId: string;
            /** @description The creator, EIP-55 */
            subject: string;
            /** @description The schema’s id */
            schemaId: string;
            /** @description keccak-256 of the score’s canonical JSON (RFC 8785) */
            digest: string;
            /** @description The transaction that attested */
            txHash: string;
            chainId: number;
            /** @description The attestation contract, EIP-55 */
            contract: string;
            /** @description Who attested, EIP-55 */
            attester: string;
            /** @description The attestation of an earlier score of the same submission */
            refersTo: string | null;
            blockNumber: number;
            /**
             * Format: date-time
             * @description When it was first seen on the chain
             */
            publishedAt: string;
            /**
             * Format: date-time
             * @description When its revocation was seen on the chain
             */
            revokedAt: string | null;
            /** @description The operator’s words */
            revocationReason: string | null;
        };
        /** @description An attestation that is accepted and has not landed yet */
        PendingAttestation: {
            /** @enum {string} */
            status: "pending";
            /** @description The transaction that is on its way; null while it waits for its turn */
            txHash: string | null;
        };
        /** @description The attester’s signature of a score, without a transaction */
        ScoreReceipt: {
            /** Format: uuid */
            scoreId: string;
            /** @description Of the score: a preliminary one can’t be attested, and its receipt says so */
            confidence: "preliminary" | "final";
            /** @description keccak-256 of the score’s canonical JSON (RFC 8785) */
            digest: string;
            /** @description The attester, EIP-55 */
            signer: string;
            /** @description Over `typedData`, by EIP-712 */
            signature: string;
            typedData: {
                domain: {
                    name: string;
                    version: string;
                    chainId: number;
                    verifyingContract: string;
                };
                types: {
                    ScoreReceipt: {
                        name: string;
                        type: string;
                    }[];
                };
                /** @enum {string} */
                primaryType: "ScoreReceipt";
                message: {
                    scoreId: string;
                    digest: string;
                    subject: string;
                    aggregateX100: number;
                    band: components["schemas"]["Band"];
                    promptVersion: string;
                    confidence: string;
                };
            };
        };
        /** @description Whether attestations can be published. It never makes a replica unready */
        AttesterStatus: {
            /** @description `ok`, or what keeps or will keep attestations from being published */
            state: "ok" | "low-balance" | "no-schema" | "no-contract" | "wrong-chain" | "unreachable" | "unchecked";
            chainId: number;
            contract: string;
            attester: string;
            /** @description null: not known */
            balanceWei: string | null;
            /** Format: date-time */
            checkedAt: string;
        };
        Percentile: {
            /** Format: uuid */
            scoreId: string;
            window: string;
            /** @description 100 × (below + equal/2) / size, one decimal; null when the cohort is empty */
            percentile: number | null;
            /** @description Submissions whose newest final, comparable score lies in the window */
            cohortSize: number;
            aggregate: number;
            band: components["schemas"]["Band"];
            promptVersion: string;
            /** Format: date-time */
            asOf: string;
        };
        /** @description An enrolled launch (D33) */
        LaunchItem: {
            /** Format: uuid */
            enrollmentId: string;
            /**
             * Format: uuid
             * @description The score that is enrolled
             */
            scoreRequestId: string;
            name: string;
            symbol: string;
            imageUrl: string;
            /** @description EIP-55 */
            creatorAddress: string;
            /** @description Of the score; higher is better */
            aggregate: number;
            band: components["schemas"]["Band"];
            /**
             * Format: date-time
             * @description When the launch is to be
             */
            scheduledFor: string | null;
            /** Format: date-time */
            enrolledAt: string;
        };
        LaunchList: {
            launches: components["schemas"]["LaunchItem"][];
            limit: number;
            /** @description What `cursor` takes for the next page; null at the end */
            nextCursor: string | null;
        };
        /** @description What a wallet has signed for; it speaks of enrolled launches only */
        CreatorProfile: {
            /** @description EIP-55 */
            creatorAddress: string;
            totalEnrolled: number;
            /** @description How many of the enrolled launches are of each band */
            bands: {
                green: number;
                amber: number;
                red: number;
            };
            /** @description The latest 25 */
            launches: components["schemas"]["LaunchItem"][];
        };
        /** @description A submission on a leaderboard (D32) */
        BoardEntry: {
            /**
             * Format: uuid
             * @description The newest final score of the submission
             */
            scoreId: string;
            name: string;
            symbol: string;
            /** @description EIP-55 */
            creatorAddress: string;
            /** @description EIP-55 */
            contractAddress: string | null;
            /** @description Higher is better */
            aggregate: number;
            band: components["schemas"]["Band"];
            /**
             * Format: date-time
             * @description When the score was made
             */
            createdAt: string;
        };
        /** @description One row a submission: its newest final score, of versions that compare */
        Leaderboards: {
            window: string;
            limit: number;
            /** @description The highest aggregate first; of equal ones the older */
            best: components["schemas"]["BoardEntry"][];
            /** @description The lowest aggregate first; of equal ones the older */
            worst: components["schemas"]["BoardEntry"][];
            /** @description Length of `best` */
            bestCount: number;
            /** @description Length of `worst` */
            worstCount: number;
            /** @description What `cursor` takes for the next page of both sides; null at the end */
            nextCursor: string | null;
        };
        /** @description Graduated tokens: none until there is graduation */
        Graduates: {
            graduates: Record<string, never>[];
            count: number;
        };
        /** @description How many of each band */
        ByBand: {
            /** @description From 70 */
            green: number;
            /** @description From 45 */
            amber: number;
            /** @description Below 45 */
            red: number;
        };
        ScoreTotals: {
            /** @description Score records: final, preliminary and replayed ones */
            total: number;
            /** @description Without a stub */
            final: number;
            /** @description With a stub; in none of the bands here */
            preliminary: number;
            /** @description Of all, how many replayed an earlier record */
            rescores: number;
            bands: components["schemas"]["ByBand"];
        };
        EnrollmentTotals: {
            /** @description Enrollments */
            total: number;
            bands: components["schemas"]["ByBand"];
        };
        /** @description Totals since ever, exact */
        AdminStats: {
            scores: components["schemas"]["ScoreTotals"];
            enrollments: components["schemas"]["EnrollmentTotals"];
            attestations: {
                /** @description Scores attested on the chain */
                published: number;
            };
            keys: {
                /** @description Keys ever issued */
                total: number;
                /** @description Keys that are neither revoked nor ended */
                active: number;
                /** @description Keys that are */
                revoked: number;
                tiers: {
                    /** @description Active keys of the tier */
                    free: number;
                    /** @description Active keys of the tier */
                    pro: number;
                    /** @description Active keys of the tier */
                    enterprise: number;
                };
            };
            /**
             * Format: date-time
             * @description When this was so
             */
            asOf: string;
        };
        /** @description What happened within a window */
        ActivityWindow: {
            /**
             * Format: date-time
             * @description The full hour from which it is counted; null: since ever
             */
            since: string | null;
            scores: components["schemas"]["ScoreTotals"];
            enrollments: components["schemas"]["EnrollmentTotals"];
            attestations: {
                /** @description Attestations that landed */
                published: number;
            };
            /** @description What became of the scores of the window */
            conversion: {
                /** @description Final scores of the window: only these can be enrolled and attested */
                scores: number;
                /** @description Of these scores, how many are enrolled by now */
                enrolled: number;
                /** @description Of these scores, how many are attested by now */
                attested: number;
                /** @description enrolled / scores, four decimals; null without scores */
                enrolledShare: number | null;
                /** @description attested / scores, four decimals; null without scores */
                attestedShare: number | null;
            };
            /** @description What the judge has spent; what that costs is between you and the provider */
            model: {
                /** @description Answers of the language model, whether they were of use or not */
                calls: number;
                /** @description Tokens sent, as the provider counts them */
                inputTokens: number;
                /** @description Tokens received, as the provider counts them */
                outputTokens: number;
            };
        };
        TierUse: {
            /** @description Keys that are neither revoked nor ended */
            active: number;
            /** @description Keys that are */
            revoked: number;
            /** @description Active keys that were used within 24 hours */
            usedLastDay: number;
        };
        /** @description The last 24 hours and 7 days beside all time; windows begin at a full hour */
        AdminAnalytics: {
            windows: {
                "24h": components["schemas"]["ActivityWindow"];
                "7d": components["schemas"]["ActivityWindow"];
                all: components["schemas"]["ActivityWindow"];
            };
            keyTiers: {
                free: components["schemas"]["TierUse"];
                pro: components["schemas"]["TierUse"];
                enterprise: components["schemas"]["TierUse"];
            };
            /**
             * Format: date-time
             * @description When this was so
             */
            asOf: string;
        };
        AdminScore: {
            /** Format: uuid */
            scoreId: string;
            name: string;
            symbol: string;
            /** @description EIP-55 */
            creatorAddress: string;
            /** @description EIP-55 */
            contractAddress: string | null;
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description Preliminary */
            hasStubs: boolean;
            promptVersion: string;
            /**
             * Format: uuid
             * @description The record this one replayed
             */
            rescoredFrom: string | null;
            /**
             * Format: uuid
             * @description null: not enrolled
             */
            enrollmentId: string | null;
            /**
             * Format: date-time
             * @description When it was scored
             */
            createdAt: string;
        };
        AdminScores: {
            scores: components["schemas"]["AdminScore"][];
            limit: number;
            /** @description What `cursor` takes for the next page; null at the end */
            nextCursor: string | null;
        };
        AdminEnrollment: {
            /** Format: uuid */
            enrollmentId: string;
            /** Format: uuid */
            scoreRequestId: string;
            name: string;
            symbol: string;
            /** @description EIP-55 */
            creatorAddress: string;
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description What said that the signature is good: the wallet’s own key, or its contract */
            verifiedBy: "key" | "contract";
            /**
             * Format: date-time
             * @description When the launch is to be
             */
            scheduledFor: string | null;
            /**
             * Format: date-time
             * @description When the creator signed
             */
            enrolledAt: string;
        };
        AdminEnrollments: {
            enrollments: components["schemas"]["AdminEnrollment"][];
            limit: number;
            /** @description What `cursor` takes for the next page; null at the end */
            nextCursor: string | null;
        };
        /** @description An API key as it is shown: never the key itself */
        ApiKey: {
            /** Format: uuid */
            id: string;
            /** @description The leading 17 characters of the key */
            prefix: string;
            /** @enum {unknown} */
            tier: "free" | "pro" | "enterprise";
            /** @description The customer’s name for it */
            label: string;
            /** @description Who in operations answers for it */
            owner: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Behind by at most two seconds
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description null: not revoked
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description When a rotated key ends; null: not rotated
             */
            endsAt: string | null;
            /**
             * Format: uuid
             * @description Shared by keys that follow one another by rotation
             */
            rootId: string;
        };
        AdminKeys: {
            /** @description All that were issued, the newest first */
            keys: components["schemas"]["ApiKey"][];
        };
        QueueState: {
            /** @description What waits */
            name: string;
            /** @description Entries whose time has come, counted to 10,000 at most */
            due: number;
            /** @description For how long the oldest has been due; 0 when none is */
            oldestDueSeconds: number;
        };
        /** @description The replica that answers, and what it stands on */
        AdminStatus: {
            /** @description degraded: the database has failed, or a breaker is open */
            status: "ok" | "degraded";
            database: {
                /** @description Answered within 1 s */
                state: "ok" | "failed";
                kind: "embedded" | "server";
                /** @description What the answer took; null when there was none */
                milliseconds: number | null;
            };
            /** @description One for each provider that is configured */
            breakers: {
                [key: string]: "closed" | "half-open" | "open";
            };
            attester?: components["schemas"]["AttesterStatus"];
            /** @description null while the database has failed */
            queues: components["schemas"]["QueueState"][] | null;
            /** @description The jobs of this process that have run; counts in whole seconds */
            jobs: {
                name: string;
                /**
                 * Format: date-time
                 * @description When it last ran without a fault
                 */
                lastSuccessAt: string;
            }[];
            /** @description Of the package */
            version: string;
            /** @description The commit that runs; null when nothing tells */
            commit: string | null;
            /**
             * Format: date-time
             * @description When this process began to serve
             */
            startedAt: string;
            uptimeSeconds: number;
            /**
             * Format: date-time
             * @description When this was so
             */
            asOf: string;
        };
        /** @description Where to send which events, and how to sign */
        NewSubscription: {
            /**
             * Format: uri
             * @description Address (https) that takes the deliveries
             */
            endpoint: string;
            events: ("score.created" | "enrollment.created" | "attestation.published" | "launch.scheduled")[];
            /** @description 8–512 characters, taken as they are; 32 random bytes or more are best. No answer ever holds it */
            secret: string;
        };
        NewSecret: {
            /** @description 8–512 characters, taken as they are; 32 random bytes or more are best. No answer ever holds it */
            secret: string;
        };
        /** @description A webhook subscription */
        Subscription: {
            id: string;
            endpoint: string;
            events: ("score.created" | "enrollment.created" | "attestation.published" | "launch.scheduled")[];
            active: boolean;
        };
        /** @description The newest first */
        Subscriptions: {
            webhooks: components["schemas"]["Subscription"][];
            limit: number;
            /** @description What `cursor` takes for the next page; null at the end */
            nextCursor: string | null;
        };
        RotatedSecret: {
            id: string;
            /**
             * Format: date-time
             * @description Until then the secret before signs too: a second signature in the header
             */
            previousUntil: string;
        };
        /** @description One event on its way to one subscriber; the log is kept for 24 hours from its end */
        Delivery: {
            id: string;
            eventId: string;
            event: string;
            /** @enum {string} */
            state: "pending" | "sending" | "delivered" | "failed";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description null once it has ended
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was delivered, or failed
             */
            endedAt: string | null;
            /** @description Why it failed: the `error` of its last attempt */
            reason: string | null;
            attempts: {
                /** Format: date-time */
                startedAt: string;
                durationMs: number;
                /** @description What the receiver answered */
                status: number | null;
                /** @description `http_4xx`: answered 4xx: not sent again; `http_5xx`: answered 5xx; `redirect`: answered 3xx, which is not followed; `http_other`: answered with a status that is none; `timeout`: not answered completely within 10 s; `dns`: the host has no address; `connect`: no connection; `tls`: no trusted connection; `blocked_address`: the endpoint leads to an address that is not public; `broken`: the connection ended before the answer did */
                error: string | null;
                /** @description The first 1 KiB of the answer’s body, as text */
                answer: string | null;
            }[];
        };
        /** @description The newest first */
        Deliveries: {
            deliveries: components["schemas"]["Delivery"][];
            /**
             * Format: date-time
             * @description Until then no repetition is sent; `resume` ends it
             */
            pausedUntil: string | null;
            limit: number;
            /** @description What `cursor` takes for the next page; null at the end */
            nextCursor: string | null;
        };
        /** @description The oldest first */
        Feed: {
            events: {
                /** @description The same as of the delivery: deduplicate on it */
                deliveryId: string;
                event: string;
                /** @description The envelope, byte for byte as it is delivered */
                body: string;
            }[];
            limit: number;
            /** @description Where this page ends: keep it, and go on from it another time */
            cursor: string | null;
            /** @description The same while there are more events already, else null */
            nextCursor: string | null;
        };
        Recovery: {
            /**
             * Format: date-time
             * @description at most 24 hours ago: older logs are gone
             */
            since: string;
        };
        Recovered: {
            /** @description Failed deliveries that are on their way again */
            recovered: number;
            /** @description false: there are more; ask again */
            isComplete: boolean;
        };
        /** @description What one tick of the webhook dispatcher did */
        WebhookTick: {
            /** @description Deliveries taken; each became one of the following */
            claimed: number;
            /** @description Answered 2xx */
            delivered: number;
            /** @description Failed attempts; to be repeated */
            retried: number;
            /** @description Failed, and not to be repeated */
            failed: number;
            /** @description Put back without an attempt */
            deferred: number;
        };
        /** @description What every answer depends on */
        Ready: {
            status: "ready" | "unavailable";
            checks: {
                /** @description Answered within 1 s */
                database: "ok" | "failed";
                /** @description One for each provider that is configured */
                breakers: {
                    [key: string]: "closed" | "half-open" | "open";
                };
                attester?: components["schemas"]["AttesterStatus"];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request’s id: the one it came with when that is sane, else a new one */
        "X-Request-Id": string;
        /** @description Names this state of the answer, for `If-None-Match` */
        ETag: string;
        /** @description Where the record can be read */
        Location: string;
        /** @description This Idempotency-Key made the record before */
        "Idempotent-Replayed": "true";
        /** @description Seconds after which it is worth trying again, where that is known */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
