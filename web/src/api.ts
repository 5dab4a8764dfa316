// Written by `npm run openapi`.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of every error response */
        ErrorBody: {
            error: {
                /**
                 * @description One of the documented error codes
                 * @enum {string}
                 */
                code: "bad_request" | "unauthorized" | "revoked" | "not_found" | "conflict" | "has_stubs" | "rate_limit" | "hidden" | "internal" | "upstream" | "not_configured" | "unavailable";
                /** @description A sentence for people that says what went wrong and what to do */
                message: string;
                /** @description On `bad_request`: the invalid fields. `path` is empty for a fault of the whole request */
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
            /** @description a ticker of 1–16 characters without whitespace; dollar signs before it are dropped */
            symbol: string;
            /** @description One-paragraph pitch */
            description: string;
            /**
             * Format: uri
             * @description The https URL of a PNG, JPEG, WebP or GIF image of at most 5 MiB. Redirects are not followed
             */
            imageUrl: string;
            /** @description an @ followed by 1–15 letters, digits or underscores */
            xHandle: string;
            /** @description the creator’s wallet: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /** @description the token’s contract, if it has one: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            contractAddress?: string | null;
            /** @description the creator’s signature (EIP-191) of the message that POST /v1/score/message returns: 0x followed by 0–8,192 bytes in hex */
            creatorSignature?: string | null;
        };
        /** @description green from 70, amber from 45, red below; taken from the rounded aggregate */
        Band: "green" | "amber" | "red";
        SignalName: "meme" | "creator" | "image" | "name" | "social" | "risk";
        /** @description The code of a warning, most severe first; the first six are critical. `owner_can_seize` is in older records only. `not_examined` is in no record: it belongs to an answer about a bound token whose contract no record has measured yet */
        WarningCode: "honeypot" | "cannot_sell" | "confiscatory_tax" | "owner_can_take_tokens" | "owner_can_seize" | "listed_deployer" | "owner_can_block_sales" | "owner_can_pause_trading" | "unknown_tax" | "name_mismatch" | "not_examined" | "copycat" | "instruction_attempt";
        /** @description A fact about the launch that the total can hide */
        ScoreWarning: {
            code: components["schemas"]["WarningCode"];
            /** @description critical: shown before the band, and larger */
            severity: "critical" | "caution";
            signal: components["schemas"]["SignalName"];
            /** @description One sentence for people */
            message: string;
            /** @description The provider that reports the fact */
            source: string;
        };
        /** @description Who stands behind the creator’s wallet. signature: the wallet signed for this submission or enrolled it; voucher: the holder of a vouching API key has authenticated the wallet; none: anybody may have named the wallet */
        CreatorProof: "signature" | "voucher" | "none";
        /**
         * @description One signal of a score
         * @example {
         *       "score": 82,
         *       "reason": "Short, readable, consistently written name.",
         *       "stub": false,
         *       "confidence": null
         *     }
         */
        Reading: {
            /** @description Whole number, higher is better; 50 for a stub */
            score: number;
            /** @description Plain text that names the rules or the evidence behind the score */
            reason: string;
            /** @description True when the signal’s provider is not configured */
            stub: boolean;
            /** @description The judge’s confidence; null for signals without one */
            confidence: number | null;
            /** @description The range that contains nine of ten such verdicts on the content; only for judged signals */
            spread?: {
                lowest: number;
                highest: number;
            };
            /** @description The models that judged, with a panel of several */
            judges?: {
                model: string;
                /** @description null: this model failed */
                score: number | null;
            }[];
            /** @description Present if the judge scores the submission much lower without the words that could name or order a grade; only for judged signals */
            lowering?: {
                /** @description The judge’s score of the submission as it is written */
                asWritten: number;
                /** @description Its score with grades, high numbers and orders to a judge covered, which counts */
                covered: number;
            };
            /** @description The credit that the licence of the data requires */
            attribution?: string;
        };
        Contribution: {
            signal: components["schemas"]["SignalName"];
            /** @description The signal’s weight as a fraction */
            weight: number;
            /** @description The weight that was used: renormalised over the live signals, 0 for a stub */
            effectiveWeight: number;
            score: number;
            /** @description score × effectiveWeight, rounded to two decimals; the six sum to the aggregate to within rounding */
            contribution: number;
        };
        /** @description The score of one submission. A record never changes */
        ScoreResult: {
            /** Format: uuid */
            id: string;
            /** @description Weighted mean of the live signals, with two decimals; higher is better */
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description Facts that the total can hide, critical ones first; empty when none are known. Records from before warnings existed lack this field */
            warnings?: components["schemas"]["ScoreWarning"][];
            hasStubs: boolean;
            /** @description preliminary when any signal is a stub */
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
            /** @description The prompt version that made the score, `<name>@<semver>` */
            promptVersion: string;
            /** Format: date-time */
            createdAt: string;
            submission: {
                name: string;
                symbol: string;
                description: string;
                imageUrl: string;
                xHandle: string;
                /** @description In EIP-55 form */
                creatorAddress: string;
                /** @description In EIP-55 form */
                contractAddress: string | null;
            };
            creatorProof?: components["schemas"]["CreatorProof"];
            /**
             * Format: uuid
             * @description The record that this one replays
             */
            rescoredFrom: string | null;
            /** @description The bound token, in EIP-55 form: the creator and risk signals were measured with it, in place of the submitted contract. Present in re-scores of a launch that is bound to its token */
            boundContract?: string;
            /** @description Earlier submissions by other creators that this one resembles, at most one of each kind: the one that a `copycat` warning rests on, else the first. By themselves they are no accusation. Records from before resemblance was measured lack this field */
            earlierSubmissions?: {
                /**
                 * Format: uuid
                 * @description The first score of the earlier submission, which may have been taken down since
                 */
                scoreId: string;
                /** @description picture: its image shows the same, even if one is cropped, mirrored, turned a little or inverted; name: its name and ticker differ in trifles only; similar_name: its name shares most of its letters */
                resemblance: "picture" | "name" | "similar_name";
                /** @description The creator had enrolled the earlier submission */
                isEnrolled: boolean;
            }[];
            /**
             * @description Present when the record was made with a test key: it consists of stubs and appears in no list
             * @enum {boolean}
             */
            test?: true;
        };
        /** @description An image that was sent for a submission */
        UploadedImage: {
            /**
             * Format: uri
             * @description The address of the stored copy, for `imageUrl` of a submission
             */
            imageUrl: string;
            /** @description Of the stored copy, in pixels */
            width: number;
            /** @description Of the stored copy, in pixels */
            height: number;
            /** @description The size of the stored copy */
            bytes: number;
            /**
             * Format: date-time
             * @description When the image is deleted if no submission uses it
             */
            expiresAt: string;
        };
        MessageToSign: {
            /** @description Sign exactly this text with `personal_sign` (EIP-191) */
            message: string;
        };
        WalletName: {
            /** @description Normalised (ENSIP-15) */
            name: string;
            /** @description In EIP-55 form */
            address: string;
            /** @description The chain on which the name is registered */
            chainId: number;
        };
        UsageDay: {
            /**
             * Format: date
             * @description A day in UTC
             */
            date: string;
            /** @description Requests with the key; may lag by up to two seconds */
            requests: number;
            /** @description Scores and re-scores that counted against the daily quota */
            scores: number;
        };
        /** @description The API key of the request: its limits, its remaining quotas and its usage */
        KeyHolder: {
            /** @description The first 17 characters of the key */
            prefix: string;
            /** @description The name of the key */
            label: string;
            /** @enum {string} */
            tier: "free" | "pro" | "enterprise";
            /** @description A test key: its scores appear in no list and no figure */
            test: boolean;
            /**
             * Format: date-time
             * @description When the key was issued
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key ends: by its expiry, or by a rotation; null: it does not
             */
            endsAt: string | null;
            limits: {
                requests: {
                    /** @description Requests a minute, over all keys that this one was rotated from or to */
                    quota: number;
                    /** @description The number of requests that are left now */
                    remaining: number;
                    /** @description Seconds until the whole quota is available again */
                    resetSeconds: number;
                };
                scores: {
                    /** @description Scores and re-scores a day */
                    quota: number;
                    /** @description The number of scores that are left today */
                    remaining: number;
                    /**
                     * Format: date-time
                     * @description When the next day begins in UTC
                     */
                    resetsAt: string;
                };
            };
            /** @description The last 30 days, today first */
            usage: components["schemas"]["UsageDay"][];
        };
        OwnScore: {
            /** Format: uuid */
            scoreId: string;
            name: string;
            symbol: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /** @description In EIP-55 form */
            contractAddress: string | null;
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description What became of the launch, as soon as it is decided: `rugged` if it ever was, else the newest outcome; null before. It says more than the score, which was made before the launch */
            outcome: ("graduated" | "alive" | "dead" | "rugged") | null;
            /** @description The codes of the warnings that apply now, critical ones first: those of the score, and the critical ones that the newest reading of its contract found. The record of the score has its own, as they were */
            warnings: components["schemas"]["WarningCode"][];
            hasStubs: boolean;
            /** @description Made with a test key */
            test: boolean;
            promptVersion: string;
            /**
             * Format: uuid
             * @description The record that this one replays
             */
            rescoredFrom: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Newest first */
        OwnScores: {
            scores: components["schemas"]["OwnScore"][];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        /** @description A creator’s signed request to enroll a score */
        EnrollmentRequest: {
            /**
             * Format: uuid
             * @description the id of a score
             */
            scoreRequestId: string;
            /** @description the creator’s wallet: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /** @description 0x followed by at most 8,192 bytes in hex. `0x` alone: a contract wallet has approved the message on the chain */
            signature: string;
            /**
             * Format: date-time
             * @description The planned launch time, with a UTC offset: in the future and at most 365 days ahead
             */
            scheduledFor?: string | null;
        };
        /** @description A score that its creator has signed. The first creator who signs owns it */
        Enrollment: {
            /** Format: uuid */
            enrollmentId: string;
            /**
             * Format: uuid
             * @description The enrolled score
             */
            scoreRequestId: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /**
             * Format: date-time
             * @description The planned launch time
             */
            scheduledFor: string | null;
            /** Format: date-time */
            enrolledAt: string;
            /** @description Only in the response to a repeated enrollment with another time: the time was not changed */
            notice?: string;
        };
        /** @description An appeal, to be signed */
        AppealDraft: {
            /** @description the wallet that enrolled the score: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /** @description Why the score should be reviewed: 1 to 1000 characters after trimming. It is public */
            reason: string;
            /**
             * Format: date-time
             * @description When the appeal was made, with a UTC offset: within 5 minutes of the current time
             */
            issuedAt: string;
        };
        /** @description An appeal that the score’s creator signed */
        AppealRequest: {
            /** @description the wallet that enrolled the score: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /** @description Why the score should be reviewed: 1 to 1000 characters after trimming. It is public */
            reason: string;
            /**
             * Format: date-time
             * @description When the appeal was made, with a UTC offset: within 5 minutes of the current time
             */
            issuedAt: string;
            /** @description 0x followed by at most 8,192 bytes in hex. `0x` alone: a contract wallet has approved the message on the chain */
            signature: string;
        };
        /** @description A creator’s request to review a score, with its answer */
        Appeal: {
            /** Format: uuid */
            appealId: string;
            /**
             * Format: uuid
             * @description The score, which never changes
             */
            scoreRequestId: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /** @description The creator’s reason */
            reason: string;
            /** @enum {string} */
            state: "open" | "answered";
            /**
             * Format: date-time
             * @description When the appeal was accepted
             */
            appealedAt: string;
            /** @description null while it is open */
            outcome: ("upheld" | "declined") | null;
            /** @description The operator’s answer; null while the appeal is open */
            answer: string | null;
            /**
             * Format: date-time
             * @description null while it is open
             */
            answeredAt: string | null;
            /**
             * Format: uuid
             * @description The record of the re-score with new samples, if there was one
             */
            rescoredAs: string | null;
            /** @description The signed text */
            message: string;
            /** @description The creator’s signature of `message` (EIP-191) */
            signature: string;
        };
        /** @description An appeal, with the operator who answered it */
        AdminAppeal: {
            /** Format: uuid */
            appealId: string;
            /**
             * Format: uuid
             * @description The score, which never changes
             */
            scoreRequestId: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /** @description The creator’s reason */
            reason: string;
            /** @enum {string} */
            state: "open" | "answered";
            /**
             * Format: date-time
             * @description When the appeal was accepted
             */
            appealedAt: string;
            /** @description null while it is open */
            outcome: ("upheld" | "declined") | null;
            /** @description The operator’s answer; null while the appeal is open */
            answer: string | null;
            /**
             * Format: date-time
             * @description null while it is open
             */
            answeredAt: string | null;
            /**
             * Format: uuid
             * @description The record of the re-score with new samples, if there was one
             */
            rescoredAs: string | null;
            /** @description The signed text */
            message: string;
            /** @description The creator’s signature of `message` (EIP-191) */
            signature: string;
            /** @description Of the launch */
            name: string;
            symbol: string;
            /** @description The name of the admin token */
            answeredBy: string | null;
        };
        AdminAppeals: {
            appeals: components["schemas"]["AdminAppeal"][];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        /** @description The answer to an appeal */
        AppealAnswer: {
            /** @enum {string} */
            outcome: "upheld" | "declined";
            /** @description The reason for the outcome, 1 to 1000 characters. It is public */
            answer: string;
            /** @description Whether to score the launch again with new samples of the judge; false by default */
            rescore?: boolean;
        };
        /** @description An edit of a launch page, to be signed */
        PageDraft: {
            /** @description A one-line tagline above the countdown; null clears it */
            tagline?: string | null;
            /** @description A longer pitch, which may contain line breaks; null clears it */
            description?: string | null;
            /** @description The label of the call to action; null clears it */
            ctaLabel?: string | null;
            /** @description The https URL of the call to action, in ASCII or Unicode; null clears it */
            ctaUrl?: string | null;
            /**
             * Format: date-time
             * @description The planned launch time, with a UTC offset, at most 365 days ahead; null removes it
             */
            scheduledFor?: string | null;
            /** @description the wallet that enrolled the score: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /**
             * Format: date-time
             * @description When the edit was made, with a UTC offset: within 5 minutes of now and later than the last accepted edit
             */
            issuedAt: string;
        };
        /** @description A signed edit of a launch page. Absent fields keep their values */
        PageEdit: {
            /** @description A one-line tagline above the countdown; null clears it */
            tagline?: string | null;
            /** @description A longer pitch, which may contain line breaks; null clears it */
            description?: string | null;
            /** @description The label of the call to action; null clears it */
            ctaLabel?: string | null;
            /** @description The https URL of the call to action, in ASCII or Unicode; null clears it */
            ctaUrl?: string | null;
            /**
             * Format: date-time
             * @description The planned launch time, with a UTC offset, at most 365 days ahead; null removes it
             */
            scheduledFor?: string | null;
            /** @description the wallet that enrolled the score: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /**
             * Format: date-time
             * @description When the edit was made, with a UTC offset: within 5 minutes of now and later than the last accepted edit
             */
            issuedAt: string;
            /** @description 0x followed by at most 8,192 bytes in hex. `0x` alone: a contract wallet has approved the message on the chain */
            signature: string;
        };
        /** @description The fields of an edit, trimmed and in NFC, as they are hashed */
        PageFields: {
            /** @description A one-line tagline above the countdown; null clears it */
            tagline?: string | null;
            /** @description A longer pitch, which may contain line breaks; null clears it */
            description?: string | null;
            /** @description The label of the call to action; null clears it */
            ctaLabel?: string | null;
            /** @description The https URL of the call to action, in ASCII or Unicode; null clears it */
            ctaUrl?: string | null;
            /**
             * Format: date-time
             * @description The planned launch time, with a UTC offset, at most 365 days ahead; null removes it
             */
            scheduledFor?: string | null;
        };
        PageMessage: {
            /** @description The exact text to sign (EIP-191) */
            message: string;
            /** @description 0x followed by the SHA-256 of the canonical JSON (RFC 8785) of `fields` */
            digest: string;
            fields: components["schemas"]["PageFields"];
        };
        /** @description The creator’s texts about the launch */
        LaunchPage: {
            tagline: string | null;
            description: string | null;
            ctaLabel: string | null;
            /** @description In ASCII: the host in Punycode, the path percent-encoded */
            ctaUrl: string | null;
            /** @description `ctaUrl` in Unicode; null when it is the same, or when lookalike letters could mislead a reader */
            ctaUrlUnicode: string | null;
            /**
             * Format: date-time
             * @description The planned launch time
             */
            scheduledFor: string | null;
            /**
             * Format: date-time
             * @description When the last edit was accepted; null before the first
             */
            updatedAt: string | null;
        };
        /** @description One accepted edit, with everything needed to verify its signature */
        SignedEdit: {
            fields: components["schemas"]["PageFields"];
            /**
             * Format: date-time
             * @description The `issuedAt` of the signed message
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the edit was accepted
             */
            editedAt: string;
            /** @description The wallet that signed, in EIP-55 form */
            creatorAddress: string;
            /** @description The exact text that was signed */
            message: string;
            signature: string;
            /** @description How the signature was verified: with the wallet’s own key, or by its contract on a chain at a block */
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
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        Attendance: {
            /** @description 1–128 visible ASCII characters, chosen at random for this visit */
            session: string;
        };
        LaunchNotification: {
            slot: "T-60min" | "T-10min" | "T+0";
            /**
             * Format: date-time
             * @description When the notification is due
             */
            sendAt: string;
            /** @description The channel that sends it; a slot has one entry per channel */
            transport: string;
            /** @description skipped: its time had already passed */
            state: "pending" | "sent" | "failed" | "skipped" | "cancelled";
            /**
             * Format: date-time
             * @description When the notification was sent
             */
            sentAt: string | null;
        };
        /** @description An enrolled launch: its enrollment, score, page, notifications, attendance and token */
        LaunchSummary: {
            enrollment: components["schemas"]["Enrollment"];
            score: components["schemas"]["ScoreResult"];
            /** @description What became of the launch, as soon as it is decided: `rugged` if it ever was, else the newest outcome; null before. It says more than the score, which was made before the launch */
            outcome: ("graduated" | "alive" | "dead" | "rugged") | null;
            /** @description The codes of the warnings that apply now, critical ones first: those of the score, and the critical ones that the newest reading of its contract found. The record of the score has its own, as they were */
            warnings: components["schemas"]["WarningCode"][];
            page: components["schemas"]["LaunchPage"];
            /** @description The notifications of the current schedule, or of the last one; earliest first */
            notifications: components["schemas"]["LaunchNotification"][];
            attendance: {
                pageViews: number;
                uniqueSessions: number;
            };
            /**
             * Format: date-time
             * @description The last announced launch time that differs from the current one
             */
            movedFrom: string | null;
            /** @description The number of browsers that subscribed to reminders of this launch */
            reminders: number;
            /** @description The token of the launch; null until it is bound */
            token: components["schemas"]["LaunchToken"] | null;
        };
        /** @description A creator’s signed statement that a token belongs to the launch */
        TokenBindingRequest: {
            /** @description the contract of the launched token: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            tokenAddress: string;
            /** @description the wallet that enrolled the launch: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /** @description 0x followed by at most 8,192 bytes in hex. `0x` alone: a contract wallet has approved the message on the chain */
            signature: string;
            /** @description the transaction that created the token: 0x followed by 64 hex digits. It is checked on the chain */
            creationTx?: string;
        };
        /** @description The token of a launch, with its proofs and its outcomes */
        TokenBinding: {
            /**
             * Format: uuid
             * @description The score from before the token was created
             */
            scoreRequestId: string;
            /**
             * Format: uuid
             * @description null: the launch is not enrolled
             */
            enrollmentId: string | null;
            chainId: number;
            /** @description In EIP-55 form */
            tokenAddress: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /**
             * @description `found`: the service found the token on the chain; `signed`: the creator signed the binding
             * @enum {string}
             */
            origin: "found" | "signed";
            /**
             * @description `pending`: the chain does not show the creation yet; the service checks again for 48 hours. `proven`: the chain shows that the creator made the token. `unproven`: it does not. `replaced`: the creator signed for another token; `corrected`: a public correction withdrew the binding
             * @enum {string}
             */
            state: "pending" | "proven" | "unproven" | "replaced" | "corrected";
            /** @description Whether the launch counts in the track record */
            counts: boolean;
            /** @description Why a proven binding does not count. `scored_after_creation`: the token is older than the score, or the contract that was submitted with the score had code by then; `too_old`: more than 180 days lie between them; `not_final`: the score was preliminary; `named_unsigned`: a launchpad names the wallet, which neither sent the creation nor signed for the token; such a token is bound to nothing, and only the wallet itself sees it; `renamed`: the token has another name or symbol, and the score was not enrolled before it was created */
            reason: ("scored_after_creation" | "too_old" | "not_final" | "named_unsigned" | "renamed") | null;
            /** @description `committed`: enrolled before the token was created; `observed`: scored before, and the token has the name and symbol of the submission */
            population: ("committed" | "observed") | null;
            /** @description The score was attested on the chain before the token was created */
            anchored: boolean;
            /** @description The token’s own name */
            name: string | null;
            /** @description The token’s own symbol */
            symbol: string | null;
            /** @description Whether the token’s own name or symbol, as far as the chain tells them, differs from that of the score; case, spaces and punctuation are ignored */
            nameDiffers: boolean;
            /**
             * Format: uuid
             * @description The newest score that measured this contract; null: none has, so that the score says nothing about the contract (`not_examined`)
             */
            examinedBy: string | null;
            /** @description The launchpad that created the token, if it is known */
            venue: string | null;
            /** @description Whether the launchpad sells the token on a curve, of which the market data may show nothing; false once the launchpad has graduated it. A token of a curve without a market for 30 days began to trade with its creation, and its outcomes are `unknown`, cause `unpriced` */
            curve: boolean;
            /**
             * Format: date-time
             * @description When the launchpad graduated the token; this does not affect the outcome
             */
            venueGraduatedAt: string | null;
            /** @description The token that the launchpad put in the place of this one at its graduation. From then on it is observed under the same launch */
            successor: {
                /** @description In EIP-55 form */
                tokenAddress: string;
                /** @description The transaction of the graduation */
                txHash: string;
            } | null;
            /**
             * Format: date-time
             * @description The time of the block that created the token
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description null: no market was seen yet
             */
            tradingSince: string | null;
            /**
             * Format: date-time
             * @description When the creator’s statement arrived, or the token was found
             */
            boundAt: string;
            /** @description Final scores of the same creator and name before this one; case, spaces and punctuation are ignored */
            earlierScores: number;
            /** @description Other tokens that the same wallet launched since the score, with any name */
            otherTokens: {
                count: number;
                /** @description The 100 oldest */
                tokens: string[];
            };
            /** @description By horizon, earliest first; empty before trading began */
            outcomes: {
                /**
                 * @description Time after trading began
                 * @enum {string}
                 */
                horizon: "24h" | "7d" | "30d" | "90d";
                /** @description null: not decided yet */
                outcome: ("graduated" | "alive" | "dead" | "rugged" | "unknown") | null;
                /** @description Why it is dead, rugged or unknown; `corrected`: a correction withdrew the outcome */
                cause: string | null;
                /**
                 * Format: date-time
                 * @description The observation that decided the outcome; null when it was missed
                 */
                seenAt: string | null;
                /** @description The version of the rules that decided the result */
                rules: string | null;
                /**
                 * Format: date-time
                 * @description When the launch reaches the horizon; only while undecided
                 */
                dueAt?: string;
            }[];
            /** @description null: the launch has not graduated */
            graduation: {
                /**
                 * Format: date-time
                 * @description The time of the observation that completed the seven days
                 */
                graduatedAt: string;
                /** @description The least depth of the seven days, in US dollars */
                leastDepth: number;
                /** @description The version of the rules that decided the result */
                rules: string;
            } | null;
            /** @description Public corrections of the binding and its outcomes, oldest first */
            corrections: {
                /** @description The row that was wrong: `binding:<id>` or `outcome:<id>:30d` */
                subject: string;
                /** @enum {string} */
                reason: "not_theirs" | "wrong_token" | "wrong_data" | "wrong_rule";
                explanation: string;
                /** @description Whose word it is: `creator`: the creator’s signature; `operator`: the operator of this service; `service`: the service’s own rules; null: not recorded */
                madeBy: ("creator" | "operator" | "service") | null;
                /** @description The binding that replaces it */
                replacement: {
                    /** Format: uuid */
                    binding: string;
                } | null;
                /** Format: date-time */
                correctedAt: string;
            }[];
            /**
             * @description The provider’s credit, which you must show
             * @enum {string}
             */
            attribution: "Market data: DEX Screener";
            /** @description Strongest first */
            proofs: {
                /**
                 * @description `deployed`: the wallet deployed the token; `sent`: its transaction made the token through a factory; `operation`: its user operation did (ERC-4337); `named`: a known launchpad names the wallet as the creator. These four prove authorship. `rights`: the token names the wallet as owner or beneficiary today; `signature`: the wallet claims the token
                 * @enum {string}
                 */
                kind: "deployed" | "sent" | "operation" | "named" | "rights" | "signature";
                /** @description The transaction that created the token */
                txHash: string | null;
                blockNumber: number | null;
                /** @description The function that returned the wallet, for `rights`, and for `named` if no event names the wallet */
                call: string | null;
                /**
                 * Format: date-time
                 * @description When the proof was found
                 */
                shownAt: string;
            }[];
            /** @description The six lines that the creator signed; null without a signature */
            message: string | null;
            signature: string | null;
        };
        /** @description The token of a launch. `GET /v1/launch/{id}/token` also returns its proofs */
        LaunchToken: {
            /**
             * Format: uuid
             * @description The score from before the token was created
             */
            scoreRequestId: string;
            /**
             * Format: uuid
             * @description null: the launch is not enrolled
             */
            enrollmentId: string | null;
            chainId: number;
            /** @description In EIP-55 form */
            tokenAddress: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /**
             * @description `found`: the service found the token on the chain; `signed`: the creator signed the binding
             * @enum {string}
             */
            origin: "found" | "signed";
            /**
             * @description `pending`: the chain does not show the creation yet; the service checks again for 48 hours. `proven`: the chain shows that the creator made the token. `unproven`: it does not. `replaced`: the creator signed for another token; `corrected`: a public correction withdrew the binding
             * @enum {string}
             */
            state: "pending" | "proven" | "unproven" | "replaced" | "corrected";
            /** @description Whether the launch counts in the track record */
            counts: boolean;
            /** @description Why a proven binding does not count. `scored_after_creation`: the token is older than the score, or the contract that was submitted with the score had code by then; `too_old`: more than 180 days lie between them; `not_final`: the score was preliminary; `named_unsigned`: a launchpad names the wallet, which neither sent the creation nor signed for the token; such a token is bound to nothing, and only the wallet itself sees it; `renamed`: the token has another name or symbol, and the score was not enrolled before it was created */
            reason: ("scored_after_creation" | "too_old" | "not_final" | "named_unsigned" | "renamed") | null;
            /** @description `committed`: enrolled before the token was created; `observed`: scored before, and the token has the name and symbol of the submission */
            population: ("committed" | "observed") | null;
            /** @description The score was attested on the chain before the token was created */
            anchored: boolean;
            /** @description The token’s own name */
            name: string | null;
            /** @description The token’s own symbol */
            symbol: string | null;
            /** @description Whether the token’s own name or symbol, as far as the chain tells them, differs from that of the score; case, spaces and punctuation are ignored */
            nameDiffers: boolean;
            /**
             * Format: uuid
             * @description The newest score that measured this contract; null: none has, so that the score says nothing about the contract (`not_examined`)
             */
            examinedBy: string | null;
            /** @description The launchpad that created the token, if it is known */
            venue: string | null;
            /** @description Whether the launchpad sells the token on a curve, of which the market data may show nothing; false once the launchpad has graduated it. A token of a curve without a market for 30 days began to trade with its creation, and its outcomes are `unknown`, cause `unpriced` */
            curve: boolean;
            /**
             * Format: date-time
             * @description When the launchpad graduated the token; this does not affect the outcome
             */
            venueGraduatedAt: string | null;
            /** @description The token that the launchpad put in the place of this one at its graduation. From then on it is observed under the same launch */
            successor: {
                /** @description In EIP-55 form */
                tokenAddress: string;
                /** @description The transaction of the graduation */
                txHash: string;
            } | null;
            /**
             * Format: date-time
             * @description The time of the block that created the token
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description null: no market was seen yet
             */
            tradingSince: string | null;
            /**
             * Format: date-time
             * @description When the creator’s statement arrived, or the token was found
             */
            boundAt: string;
            /** @description Final scores of the same creator and name before this one; case, spaces and punctuation are ignored */
            earlierScores: number;
            /** @description Other tokens that the same wallet launched since the score, with any name */
            otherTokens: {
                count: number;
                /** @description The 100 oldest */
                tokens: string[];
            };
            /** @description By horizon, earliest first; empty before trading began */
            outcomes: {
                /**
                 * @description Time after trading began
                 * @enum {string}
                 */
                horizon: "24h" | "7d" | "30d" | "90d";
                /** @description null: not decided yet */
                outcome: ("graduated" | "alive" | "dead" | "rugged" | "unknown") | null;
                /** @description Why it is dead, rugged or unknown; `corrected`: a correction withdrew the outcome */
                cause: string | null;
                /**
                 * Format: date-time
                 * @description The observation that decided the outcome; null when it was missed
                 */
                seenAt: string | null;
                /** @description The version of the rules that decided the result */
                rules: string | null;
                /**
                 * Format: date-time
                 * @description When the launch reaches the horizon; only while undecided
                 */
                dueAt?: string;
            }[];
            /** @description null: the launch has not graduated */
            graduation: {
                /**
                 * Format: date-time
                 * @description The time of the observation that completed the seven days
                 */
                graduatedAt: string;
                /** @description The least depth of the seven days, in US dollars */
                leastDepth: number;
                /** @description The version of the rules that decided the result */
                rules: string;
            } | null;
            /** @description Public corrections of the binding and its outcomes, oldest first */
            corrections: {
                /** @description The row that was wrong: `binding:<id>` or `outcome:<id>:30d` */
                subject: string;
                /** @enum {string} */
                reason: "not_theirs" | "wrong_token" | "wrong_data" | "wrong_rule";
                explanation: string;
                /** @description Whose word it is: `creator`: the creator’s signature; `operator`: the operator of this service; `service`: the service’s own rules; null: not recorded */
                madeBy: ("creator" | "operator" | "service") | null;
                /** @description The binding that replaces it */
                replacement: {
                    /** Format: uuid */
                    binding: string;
                } | null;
                /** Format: date-time */
                correctedAt: string;
            }[];
            /**
             * @description The provider’s credit, which you must show
             * @enum {string}
             */
            attribution: "Market data: DEX Screener";
        };
        /** @description A creator’s signed statement that a token is not theirs */
        TokenDenialRequest: {
            /** @description the contract of the token: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            tokenAddress: string;
            /** @description the wallet of the submission: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /** @description 0x followed by at most 8,192 bytes in hex. `0x` alone: a contract wallet has approved the message on the chain */
            signature: string;
        };
        /** @description A creator’s denial of a token */
        TokenDenial: {
            /** Format: uuid */
            scoreRequestId: string;
            chainId: number;
            /** @description In EIP-55 form */
            tokenAddress: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /**
             * Format: date-time
             * @description When the denial arrived
             */
            deniedAt: string;
            /** @description The six lines that the creator signed */
            message: string;
            signature: string;
        };
        /** @description A creator’s signed request for the tokens that name the wallet */
        NamedTokensRequest: {
            /** @description the wallet of the submission: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
            creatorAddress: string;
            /**
             * Format: date-time
             * @description When the message was made, with a UTC offset: within 5 minutes of the current time
             */
            issuedAt: string;
            /** @description 0x followed by at most 8,192 bytes in hex. `0x` alone: a contract wallet has approved the message on the chain */
            signature: string;
        };
        /** @description Tokens that name the wallet of a launch, which has yet to sign for them */
        NamedTokens: {
            /** @description Newest first; the 50 newest */
            tokens: {
                chainId: number;
                /** @description In EIP-55 form */
                tokenAddress: string;
                /** @description The token’s own name */
                name: string | null;
                /** @description The token’s own symbol */
                symbol: string | null;
                /** @description The launchpad that names the wallet */
                venue: string | null;
                /** @description The transaction that created the token */
                creationTx: string | null;
                /**
                 * Format: date-time
                 * @description The time of the block that created the token
                 */
                createdAt: string | null;
                /**
                 * Format: date-time
                 * @description When the service found the token
                 */
                foundAt: string;
            }[];
        };
        /** @description Launches whose token graduated, newest first */
        Graduates: {
            graduates: {
                /** Format: uuid */
                scoreRequestId: string;
                /** Format: uuid */
                enrollmentId: string | null;
                name: string;
                symbol: string;
                /** @description In EIP-55 form */
                creatorAddress: string;
                /** @description In EIP-55 form */
                tokenAddress: string;
                chainId: number;
                /**
                 * @description `committed`: enrolled before the token was created; `observed`: scored before
                 * @enum {string}
                 */
                population: "committed" | "observed";
                /** @description The score was attested on the chain before the token was created */
                anchored: boolean;
                aggregate: number;
                /** @enum {string} */
                band: "green" | "amber" | "red";
                /** @description What became of the launch, as soon as it is decided: `rugged` if it ever was, else the newest outcome; null before. It says more than the score, which was made before the launch */
                outcome: ("graduated" | "alive" | "dead" | "rugged") | null;
                /** @description The codes of the warnings that apply now, critical ones first: those of the score, and the critical ones that the newest reading of its contract found. The record of the score has its own, as they were */
                warnings: components["schemas"]["WarningCode"][];
                /**
                 * Format: date-time
                 * @description When the launch was scored
                 */
                scoredAt: string;
                /**
                 * Format: date-time
                 * @description When trading began
                 */
                tradingSince: string;
                /**
                 * Format: date-time
                 * @description The observation that completed the seven days
                 */
                graduatedAt: string;
                /** @description The least depth of the seven days, in US dollars */
                leastDepth: number;
                /**
                 * Format: date-time
                 * @description When its launchpad graduated it, which decides nothing here
                 */
                venueGraduatedAt: string | null;
                /** @description The latest decided outcome; null before the first one */
                since: {
                    outcome: string;
                    horizon: string;
                    /**
                     * Format: date-time
                     * @description The observation that showed the outcome (for `rugged`, the first one); null if there was none
                     */
                    at: string | null;
                } | null;
                /** @description The version of the rules that decided the result */
                rules: string;
            }[];
            /** @description The number of all graduates */
            count: number;
            /** @description Whether this deployment observes markets */
            observing: boolean;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
            /**
             * Format: date-time
             * @description When an outcome or a graduation was last decided; null before the first
             */
            asOf: string | null;
            attribution: string;
        };
        /** @description The outcomes of scored launches, as of the last sealed day */
        TrackRecord: {
            /**
             * Format: date-time
             * @description The end of the last sealed day, whose rows these figures come from; null before the first
             */
            asOf: string | null;
            /** @description Whether this deployment observes markets */
            observing: boolean;
            /** @enum {string} */
            horizon: "24h" | "7d" | "30d" | "90d";
            /** @enum {string} */
            population: "committed" | "observed";
            /** @enum {string} */
            unit: "creator" | "token";
            /** @description The major version of the prompt */
            version: number;
            rules: string;
            claims: string;
            funnel: {
                scored: number;
                enrolled: number;
                launched: number;
                anchored: number;
                untraded: number;
                neverLaunched: number;
                traded: number;
                due: number;
                known: number;
                unknown: number;
            };
            outcomes: {
                graduated: number;
                alive: number;
                dead: number;
                rugged: number;
                unknown: {
                    [key: string]: number;
                };
            };
            bands: {
                /** @enum {string} */
                band: "green" | "amber" | "red";
                scored: number;
                enrolled: number;
                launched: number;
                untraded: number;
                neverLaunched: number;
                traded: number;
                due: number;
                known: number;
                unknown: number;
                good: number;
                /** @description Good of known; null under 10 known */
                share: number | null;
                /** @description Lower and upper end; null while there are too few launches */
                interval: number[] | null;
                /** @description Lower and upper end; null while there are too few launches */
                bounds: number[] | null;
                /** @description The share that the operator claimed beforehand */
                claimed: number | null;
                rugged: number;
            }[];
            /** @description How well the score ranks good before bad; null under 30 known, 10 good and 10 bad */
            ranking: {
                [key: string]: unknown;
            } | null;
            /** @description Brier’s score of the claimed shares */
            calibration: {
                [key: string]: unknown;
            } | null;
            /** @description Kaplan–Meier curves by band; null under 30 known, 10 good and 10 bad. `neverLiving` counts the launches that traded and were never seen living; they are in no curve */
            survival: {
                [key: string]: unknown;
            }[] | null;
            needs: {
                known: number;
                good: number;
                bad: number;
            };
            tests: {
                /** @enum {string} */
                id: "H1" | "H2" | "H3" | "H4";
                look: number;
                known: number;
                /** @enum {string} */
                state: "waiting" | "held" | "failed" | "misleads";
                /** @description z of H1, chi-square of H2 */
                z: number | null;
                band: ("green" | "amber" | "red") | null;
            }[];
            /** @description The last sealed day */
            sealed: {
                day: string;
                digest: string;
                /** @description The transaction that stamped `digest` on the chain */
                stampTx: string | null;
            } | null;
            attribution: string;
        };
        /** @description The claims that were fixed before the first outcome */
        TrackRecordClaims: {
            version: string;
            /**
             * Format: date-time
             * @description When they were fixed; null while nothing is observed
             */
            fixedAt: string | null;
            /** @description keccak-256 of `text` in UTF-8 */
            digest: string | null;
            /** @description The claims as canonical JSON (RFC 8785) */
            text: string | null;
            /** @description The day whose file holds the claims; null until it is sealed */
            sealed: {
                day: string;
                digest: string;
                /** @description The transaction that stamped `digest` on the chain */
                stampTx: string | null;
            } | null;
        };
        /** @description The sealed days */
        RecordDays: {
            /** @description Oldest first */
            days: {
                /** Format: date */
                day: string;
                lines: number;
                bytes: number;
                /** @description keccak-256 of the file */
                fileDigest: string;
                /** @description keccak-256 of the previous day’s digest and `fileDigest` */
                digest: string;
                /** @description The transaction that stamped `digest` on the chain; null until there is one */
                stampTx: string | null;
            }[];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        /** @description The observations of a launched token */
        LaunchObservations: {
            /** Format: uuid */
            scoreRequestId: string;
            /** @description In EIP-55 form */
            tokenAddress: string;
            /** @description Whether the launchpad sells the token on a curve, of which the market data may show nothing; false once the launchpad has graduated it */
            curve: boolean;
            /**
             * Format: date-time
             * @description When the launchpad graduated the token; this does not affect the outcome
             */
            venueGraduatedAt: string | null;
            /** @description The token that the launchpad put in the place of this one at its graduation. From then on it is observed under the same launch */
            successor: {
                /** @description In EIP-55 form */
                tokenAddress: string;
                /** @description The transaction of the graduation */
                txHash: string;
            } | null;
            /**
             * Format: date-time
             * @description null: no market was seen yet
             */
            tradingSince: string | null;
            /** @description Whether this deployment observes tokens */
            observing: boolean;
            /** @description Oldest first */
            observations: {
                /** Format: date-time */
                seenAt: string;
                /** @description Since trading began; negative before that, and null if trading has not begun */
                ageHours: number | null;
                /**
                 * @description `absent`: the provider knows no pair of the token; `uncounted`: it knows only pairs against tokens whose worth is unknown
                 * @enum {string}
                 */
                state: "seen" | "absent" | "uncounted";
                /** @description The US dollars that all holders together could take out; null when unknown */
                depth: number | null;
                /** @description Amounts of some pairs are missing, so that the sums are lower bounds */
                partial: boolean;
                /** @description The depth of the last known pools as the chain shows it; null when the chain was not asked */
                chainDepth: number | null;
                /** @description In 24 hours, as are `sells` and `volume` */
                buys: number | null;
                sells: number | null;
                /** @description In US dollars */
                volume: number | null;
                /** @description In US dollars; no rule reads it */
                price: number | null;
                pairs: number;
                /** @description Pairs against a quote token with a known price */
                counted: number;
                /** @description Liquidity taken out since the previous observation */
                removal: {
                    /** @description Fraction of the quote that was in the pools at the previous observation */
                    share: number;
                    /** @enum {string} */
                    by: "insider" | "venue" | "other";
                    txHash: string | null;
                } | null;
                /** @description Whether the token risk provider says that holders can’t sell; null when not asked */
                cannotSell: boolean | null;
            }[];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
            /**
             * @description The provider’s credit, which you must show
             * @enum {string}
             */
            attribution: "Market data: DEX Screener";
        };
        /** @description An operator’s approval to announce a launch */
        LaunchApproval: {
            /** Format: uuid */
            enrollmentId: string;
            /** @description The name of the admin token, or the account that ran the command */
            approvedBy: string;
            /** Format: date-time */
            approvedAt: string;
        };
        /** @description The result of one dispatch round of notifications */
        NotificationTick: {
            /** @description Notifications claimed, one per slot and channel; each one counts in one of the fields below */
            claimed: number;
            /** @description Accepted by the channel */
            sent: number;
            /** @description Failed, and will be retried */
            retried: number;
            /** @description Failed, and will not be retried */
            failed: number;
            /** @description Not sent: too late to be useful, over a quota, or without recipients */
            skipped: number;
            /** @description Part of a schedule that has changed since */
            cancelled: number;
        };
        /** @description A browser’s push subscription, as `PushSubscription.toJSON()` returns it */
        PushRegistration: {
            /**
             * Format: uri
             * @description The https URL of the browser’s push service
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
        /** @description A web push subscription to the notifications of one launch */
        Subscribed: {
            /**
             * Format: uuid
             * @description Keep this id: you need it to unsubscribe
             */
            id: string;
            endpoint: string;
            /** Format: date-time */
            createdAt: string;
        };
        PushKey: {
            /** @description Pass this as `applicationServerKey` to PushManager.subscribe() */
            publicKey: string;
        };
        /** @description The attestation of a score. A chain reorganisation can still change `attestationId` and `blockNumber` */
        Attestation: {
            status: "published" | "revoked";
            /** @description The attestation’s UID in the EAS contract */
            attestationId: string;
            /**
             * Format: uuid
             * @description The attested score
             */
            scoreRequestId: string;
            /** @description The creator’s wallet, in EIP-55 form */
            subject: string;
            /** @description The schema UID */
            schemaId: string;
            /** @description keccak-256 of the score’s canonical JSON (RFC 8785) */
            digest: string;
            /** @description The hash of the transaction that made the attestation */
            txHash: string;
            chainId: number;
            /** @description The EAS contract, in EIP-55 form */
            contract: string;
            /** @description The attester’s address, in EIP-55 form */
            attester: string;
            /** @description The attestation of an earlier score of the same submission (`refUID`) */
            refersTo: string | null;
            blockNumber: number;
            /**
             * Format: date-time
             * @description When the attestation was first seen on the chain
             */
            publishedAt: string;
            /**
             * Format: date-time
             * @description When the revocation was seen on the chain
             */
            revokedAt: string | null;
            /** @description The operator’s reason for the revocation */
            revocationReason: string | null;
        };
        /** @description An attestation that was accepted and is not in a block yet */
        PendingAttestation: {
            /** @enum {string} */
            status: "pending";
            /** @description The hash of the pending transaction; null while the attestation waits for its turn */
            txHash: string | null;
            /** @description Why the attestation waits longer than usual; missing when nothing is known to hold it up */
            notice?: string;
        };
        /** @description The digest and the key figures of a score, signed without a transaction */
        ScoreReceipt: {
            /** Format: uuid */
            scoreId: string;
            /** @description keccak-256 of the score’s canonical JSON (RFC 8785) */
            digest: string;
            aggregate: number;
            band: components["schemas"]["Band"];
            promptVersion: string;
            /** @description The confidence of the score. A preliminary score has a receipt but can’t be attested */
            confidence: "preliminary" | "final";
            /** @description The attester’s address, in EIP-55 form; null where no attester is configured */
            signer: string | null;
            /** @description The EIP-712 signature of `typedData`; null where no attester is configured */
            signature: string | null;
            /** @description What the attester signed; null where no attester is configured */
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
            } | null;
        };
        /** @description Whether attestations can be published. This never makes a replica unready */
        AttesterStatus: {
            /** @description `ok`, or the reason why attestations can’t be published, now or soon */
            state: "ok" | "stuck" | "low-balance" | "no-schema" | "no-contract" | "wrong-chain" | "unreachable" | "no-signer" | "wrong-signer" | "unchecked";
            chainId: number;
            contract: string;
            attester: string;
            /** @description null when unknown */
            balanceWei: string | null;
            /** Format: date-time */
            checkedAt: string;
        };
        /** @description Why nothing can be stored. disk_full: its disk has too little room; read_only: it accepts no writes; unreachable: it does not respond within 1 s, or fails otherwise. Missing while the database is ok */
        DatabaseFault: "disk_full" | "read_only" | "unreachable";
        Percentile: {
            /** Format: uuid */
            scoreId: string;
            window: string;
            /** @description 100 × (below + equal / 2) / size, with one decimal; null when the cohort is empty */
            percentile: number | null;
            /** @description The number of launches with a comparable score in the window, as the leaderboards list them: a launch counts once, and a creator, a contract or a picture at most a few times */
            cohortSize: number;
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description `preliminary` when any signal of the score is a stub: such a score is compared by the signals that were measured, and never counted */
            confidence: "preliminary" | "final";
            promptVersion: string;
            /** Format: date-time */
            asOf: string;
        };
        /** @description An enrolled launch */
        LaunchItem: {
            /** Format: uuid */
            enrollmentId: string;
            /**
             * Format: uuid
             * @description The enrolled score
             */
            scoreRequestId: string;
            name: string;
            symbol: string;
            imageUrl: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /** @description The aggregate of the score; higher is better */
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description What became of the launch, as soon as it is decided: `rugged` if it ever was, else the newest outcome; null before. It says more than the score, which was made before the launch */
            outcome: ("graduated" | "alive" | "dead" | "rugged") | null;
            /** @description The codes of the warnings that apply now, critical ones first: those of the score, and the critical ones that the newest reading of its contract found. The record of the score has its own, as they were */
            warnings: components["schemas"]["WarningCode"][];
            /** @description true: another creator enrolled a launch with the same image and an equivalent name and symbol first. Search lists a copy after the original, and leaderboards below it when their scores are equal */
            isCopy: boolean;
            /**
             * Format: date-time
             * @description The planned launch time
             */
            scheduledFor: string | null;
            /** Format: date-time */
            enrolledAt: string;
        };
        LaunchList: {
            launches: components["schemas"]["LaunchItem"][];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        /** @description The launches that a wallet has enrolled */
        CreatorProfile: {
            /** @description In EIP-55 form */
            creatorAddress: string;
            totalEnrolled: number;
            /** @description The number of enrolled launches in each band */
            bands: {
                green: number;
                amber: number;
                red: number;
            };
            /** @description The 25 newest */
            launches: components["schemas"]["LaunchItem"][];
        };
        /** @description A launch on a leaderboard */
        BoardEntry: {
            /**
             * Format: uuid
             * @description The score that ranks the launch: the newest final score of the first creator who enrolled it, or if nobody did, the newest final score
             */
            scoreId: string;
            name: string;
            symbol: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /** @description In EIP-55 form */
            contractAddress: string | null;
            /** @description Higher is better */
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description What became of the launch, as soon as it is decided: `rugged` if it ever was, else the newest outcome; null before. It says more than the score, which was made before the launch */
            outcome: ("graduated" | "alive" | "dead" | "rugged") | null;
            /** @description The codes of the warnings that apply now, critical ones first: those of the score, and the critical ones that the newest reading of its contract found. The record of the score has its own, as they were */
            warnings: components["schemas"]["WarningCode"][];
            /** @description true: another creator enrolled a launch with the same image and an equivalent name and symbol first. Search lists a copy after the original, and leaderboards below it when their scores are equal */
            isCopy: boolean;
            /**
             * Format: date-time
             * @description When the score was made
             */
            createdAt: string;
        };
        /** @description One row per launch, under comparable prompt versions. Submissions with the same image and equivalent names and symbols are one launch, except that a copy which another creator enrolled is a launch of its own. A token contract has one row, and so have a picture and its creator; a creator has at most three, and one if unsigned */
        Leaderboards: {
            window: string;
            limit: number;
            /** @description Highest aggregate first, without launches that have a critical warning or the outcome `rugged` or `dead`. Of equal aggregates signed launches come first, then copies, then unsigned launches; older ones come first among each */
            best: components["schemas"]["BoardEntry"][];
            /** @description Lowest aggregate first; equal aggregates as in `best` */
            worst: components["schemas"]["BoardEntry"][];
            /** @description The number of entries in `best` */
            bestCount: number;
            /** @description The number of entries in `worst` */
            worstCount: number;
            /** @description Pass this as `cursor` to get the next page of both lists; null on the last page */
            nextCursor: string | null;
        };
        /** @description A score that a search found */
        SearchResult: {
            /** @description The part of the score that matches the query. `contract`: the query is the token contract, and this is its score; `wallet`: this wallet enrolled the launch; `id`: its id; `name`: a part of its name or ticker */
            match: "contract" | "wallet" | "id" | "name";
            /** Format: uuid */
            scoreId: string;
            name: string;
            symbol: string;
            /** @description Higher is better */
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description What became of the launch, as soon as it is decided: `rugged` if it ever was, else the newest outcome; null before. It says more than the score, which was made before the launch */
            outcome: ("graduated" | "alive" | "dead" | "rugged") | null;
            /** @description The codes of the warnings that apply now, critical ones first: those of the score, and the critical ones that the newest reading of its contract found. The record of the score has its own, as they were */
            warnings: components["schemas"]["WarningCode"][];
            /** @description preliminary when any signal is a stub */
            confidence: "preliminary" | "final";
            /** @description The creator’s wallet has signed for the launch */
            isSigned: boolean;
            /** @description true: another creator enrolled a launch with the same image and an equivalent name and symbol first. Search lists a copy after the original, and leaderboards below it when their scores are equal */
            isCopy: boolean;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /** @description In EIP-55 form */
            contractAddress: string | null;
            /**
             * Format: date-time
             * @description When the score was made
             */
            createdAt: string;
        };
        SearchResults: {
            /** @description The best match first; each launch once */
            results: components["schemas"]["SearchResult"][];
        };
        /** @description The image that a site shows instead of a link (oEmbed 1.0) */
        OembedPhoto: {
            /** @enum {string} */
            version: "1.0";
            /** @enum {string} */
            type: "photo";
            /** @description Name, ticker and score; the outcome of the launch or a critical warning comes first */
            title: string;
            /**
             * Format: uri
             * @description The card of the score or the launch, a PNG
             */
            url: string;
            /** @description The width at which to show the image */
            width: number;
            /** @description The height at which to show the image */
            height: number;
            provider_name: string;
            /** Format: uri */
            provider_url: string;
            /** @description The number of seconds to cache the response */
            cache_age: number;
        };
        /** @description An operator made a version the active one */
        PromptActivation: {
            /**
             * @description `<name>@<semver>`
             * @example launch-score@1.1.0
             */
            version: string;
            /** Format: date-time */
            activatedAt: string;
            /** @description The operator’s reason */
            reason: string;
        };
        /** @description Every released prompt version; none of them changes */
        PromptVersions: {
            /** @description The version that new scores use */
            active: string;
            /** @description Newest first */
            versions: {
                /**
                 * @description `<name>@<semver>`
                 * @example launch-score@1.1.0
                 */
                id: string;
                isActive: boolean;
                /** @description The hash of the list of all files and rule sources with their hashes, one `<sha256>  <name>` per line */
                sha256: string;
                /** @description The files of the version and the sources of its rules */
                files: {
                    name: string;
                    sha256: string;
                }[];
            }[];
            /** @description The latest 50, newest first. Until there is one, the newest version is active */
            activations: components["schemas"]["PromptActivation"][];
        };
        /** @description The differences between two prompt versions: files and rule sources */
        PromptDiff: {
            /**
             * @description `<name>@<semver>`
             * @example launch-score@1.1.0
             */
            from: string;
            /**
             * @description `<name>@<semver>`
             * @example launch-score@1.1.0
             */
            to: string;
            /** @description A unified diff; empty if the two versions are equal */
            diff: string;
        };
        ProviderStatus: {
            /** @enum {string} */
            name: "model" | "creator" | "risk" | "chain";
            /**
             * @description degraded: its rate limit was reached in the last minute, or the breaker is half-open. down: the breaker is open
             * @enum {string}
             */
            state: "ok" | "degraded" | "down" | "not_configured";
            /** @description The median of the last 21 calls that succeeded; null without one */
            milliseconds: number | null;
        };
        /** @description The activity of all replicas in one hour */
        ActivityHour: {
            /**
             * Format: date-time
             * @description When the hour begins
             */
            hour: string;
            /** @description Scores, final and preliminary, with re-scores */
            scores: number;
            /** @description Responses with a status of 500 or more */
            errors: number;
            /** @description Requests that a rate limit refused */
            limited: number;
            /** @description Tokens used with the language model, input and output */
            modelTokens: number;
            /** @description Their price by MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT; null unless both are set */
            modelCost: number | null;
            /** @description Attempts of webhook deliveries that succeeded */
            delivered: number;
            /** @description Attempts of webhook deliveries that failed */
            failed: number;
        };
        AdminHours: {
            /** @description The last 24 hours, oldest first; the last hour is not complete */
            hours: components["schemas"]["ActivityHour"][];
            /**
             * Format: date-time
             * @description When these figures were read
             */
            asOf: string;
        };
        Budget: {
            /**
             * @description model_tokens: MODEL_DAILY_BUDGET_TOKENS. scores: SCORE_DAILY_TOTAL. stored_bytes: STORE_DAILY_BYTES. gas: CHAIN_DAILY_GAS
             * @enum {string}
             */
            name: "model_tokens" | "scores" | "stored_bytes" | "gas";
            /** @description Use of all replicas in the UTC day */
            used: number;
            /** @description Budget of the day; null without a limit */
            limit: number | null;
            /** @description The price of the tokens; null for other budgets, and without prices */
            cost: number | null;
        };
        /** @description The budgets of the UTC day */
        AdminBudgets: {
            /** @description gas only with an attester */
            budgets: components["schemas"]["Budget"][];
            /**
             * Format: date-time
             * @description The next midnight UTC, when all of them start again
             */
            resetsAt: string;
            /**
             * Format: date-time
             * @description When these figures were read
             */
            asOf: string;
        };
        LimitedCallerEntry: {
            /** @description The prefix of an API key, or the network of the caller: an IPv4 /24 or an IPv6 /48 */
            caller: string;
            /** @description The limit that refused it last */
            policy: string;
            /** @description At least so many refusals: with very many callers, a rare one’s count is not known exactly */
            refused: number;
            /**
             * Format: date-time
             * @description The last refusal
             */
            lastAt: string;
        };
        /** @description The callers that rate limits of the responding replica refused most, in the last 30 to 60 minutes */
        LimitedCallerList: {
            /** @description At most 20, ordered by refusals */
            callers: components["schemas"]["LimitedCallerEntry"][];
            /**
             * Format: date-time
             * @description When this list was made
             */
            asOf: string;
        };
        /** @description The number in each band */
        ByBand: {
            /** @description From 70 */
            green: number;
            /** @description From 45 */
            amber: number;
            /** @description Below 45 */
            red: number;
        };
        ScoreTotals: {
            /** @description All score records: final, preliminary and replayed */
            total: number;
            /** @description Scores without a stub */
            final: number;
            /** @description Scores with a stub; they count in no band here */
            preliminary: number;
            /** @description Scores that replay an earlier record */
            rescores: number;
            bands: components["schemas"]["ByBand"];
        };
        EnrollmentTotals: {
            /** @description Enrollments */
            total: number;
            bands: components["schemas"]["ByBand"];
        };
        /** @description Exact totals of all time */
        AdminStats: {
            scores: components["schemas"]["ScoreTotals"];
            enrollments: components["schemas"]["EnrollmentTotals"];
            attestations: {
                /** @description Scores attested on the chain */
                published: number;
            };
            keys: {
                /** @description Keys issued in total */
                total: number;
                /** @description Keys that are neither revoked nor expired */
                active: number;
                /** @description Keys that are revoked or expired */
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
             * @description When these figures were read
             */
            asOf: string;
        };
        /** @description The activity in one window */
        ActivityWindow: {
            /**
             * Format: date-time
             * @description When the window starts, a full second; null for all time
             */
            since: string | null;
            scores: components["schemas"]["ScoreTotals"];
            enrollments: components["schemas"]["EnrollmentTotals"];
            attestations: {
                /** @description Attestations published on the chain */
                published: number;
            };
            /** @description How many scores of the window were enrolled and attested */
            conversion: {
                /** @description Final scores of the window; only these can be enrolled and attested */
                scores: number;
                /** @description How many of these scores are enrolled by now */
                enrolled: number;
                /** @description How many of these scores are attested by now */
                attested: number;
                /** @description enrolled / scores, with four decimals; null without scores */
                enrolledShare: number | null;
                /** @description attested / scores, with four decimals; null without scores */
                attestedShare: number | null;
            };
            /** @description The judge’s calls to the language model and the tokens they used */
            model: {
                /** @description Responses of the language model, usable or not */
                calls: number;
                /** @description Input tokens, as the provider counts them */
                inputTokens: number;
                /** @description Output tokens, as the provider counts them */
                outputTokens: number;
                /** @description Input tokens that the provider read from its cache */
                cachedTokens: number;
                /** @description cachedTokens / inputTokens, with four decimals; null without tokens */
                cachedShare: number | null;
                /** @description Input and output tokens per score, re-scores included; null without scores */
                tokensPerScore: number | null;
                /** @description The price of the tokens by MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT; null unless both are set */
                cost: number | null;
                /** @description cost per score, re-scores included; null without either */
                costPerScore: number | null;
            };
        };
        TierUse: {
            /** @description Keys that are neither revoked nor expired */
            active: number;
            /** @description Keys that are revoked or expired */
            revoked: number;
            /** @description Active keys used in the last 24 hours */
            usedLastDay: number;
        };
        /** @description Activity of the last 24 hours, of the last 7 days and of all time. Windows start at a full second */
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
             * @description When these figures were read
             */
            asOf: string;
        };
        AdminScore: {
            /** Format: uuid */
            scoreId: string;
            name: string;
            symbol: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            /** @description In EIP-55 form */
            contractAddress: string | null;
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description The codes of the warnings that apply now, critical ones first: those of the score, and the critical ones that the newest reading of its contract found. The record of the score has its own, as they were */
            warnings: components["schemas"]["WarningCode"][];
            /** @description True when the score is preliminary */
            hasStubs: boolean;
            promptVersion: string;
            /**
             * Format: uuid
             * @description The record that this one replays
             */
            rescoredFrom: string | null;
            /**
             * Format: uuid
             * @description null when not enrolled
             */
            enrollmentId: string | null;
            /** @description The reason of the take-down; null when it is visible */
            hiddenReason: string | null;
            /**
             * Format: date-time
             * @description When the score was made
             */
            createdAt: string;
        };
        AdminScores: {
            scores: components["schemas"]["AdminScore"][];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        AdminEnrollment: {
            /** Format: uuid */
            enrollmentId: string;
            /** Format: uuid */
            scoreRequestId: string;
            name: string;
            symbol: string;
            /** @description In EIP-55 form */
            creatorAddress: string;
            aggregate: number;
            band: components["schemas"]["Band"];
            /** @description The codes of the warnings that apply now, critical ones first: those of the score, and the critical ones that the newest reading of its contract found. The record of the score has its own, as they were */
            warnings: components["schemas"]["WarningCode"][];
            /** @description How the signature was verified: with the wallet’s own key, or by its contract */
            verifiedBy: "key" | "contract";
            /** @description The reason of the take-down; null when it is visible */
            hiddenReason: string | null;
            /**
             * Format: date-time
             * @description The planned launch time
             */
            scheduledFor: string | null;
            /**
             * Format: date-time
             * @description When the creator enrolled
             */
            enrolledAt: string;
        };
        AdminEnrollments: {
            enrollments: components["schemas"]["AdminEnrollment"][];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        /** @description An API key’s metadata. The key itself is never shown */
        ApiKey: {
            /** Format: uuid */
            id: string;
            /** @description The first 17 characters of the key */
            prefix: string;
            /** @enum {string} */
            tier: "free" | "pro" | "enterprise";
            /** @description A test key: its scores appear in no list and no figure */
            test: boolean;
            /** @description A vouching key: it stands for the creators’ wallets of what it scores, which its holder has authenticated */
            vouch: boolean;
            /** @description A name for the key */
            label: string;
            /** @description The contact who is responsible for the key */
            owner: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description May lag by up to two seconds
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description null when not revoked
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description The expiry with which the key was issued; null if there is none
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key ends: at its expiry, or at the end of the grace after a rotation; null if it does not end
             */
            endsAt: string | null;
            /**
             * Format: uuid
             * @description The same for a key and all keys that it was rotated from or to
             */
            rootId: string;
        };
        AdminKeys: {
            /** @description All issued keys, newest first */
            keys: components["schemas"]["ApiKey"][];
        };
        /** @description The reason to take something down, or to show it again */
        TakedownReason: {
            /** @description One line. The reason of a take-down is public; the reason to end it is only in the log */
            reason: string;
        };
        /** @description The reason to take down a score, and its extent */
        ScoreTakedown: {
            /** @description One line. The reason of a take-down is public; the reason to end it is only in the log */
            reason: string;
            /** @description Take down everybody’s submissions with this name, ticker and picture too; default false */
            identity?: boolean;
        };
        /** @description One entry in the log of take-downs */
        TakedownEntry: {
            /** Format: uuid */
            id: string;
            action: "hidden" | "unhidden";
            /**
             * Format: uuid
             * @description The score in the request; the take-down applies to all scores of the creator’s submissions with the same name, ticker and picture
             */
            scoreId: string | null;
            /** @description The creator, in EIP-55 form */
            creatorAddress: string | null;
            /** @description Whether it applies to everybody’s submissions with the name, ticker and picture of the score */
            identity: boolean;
            /** @description The public reason */
            reason: string;
            /** @description The account that ran the command */
            actor: string;
            /** Format: date-time */
            doneAt: string;
            /** @description Whether the score’s submission, or the creator, is currently taken down */
            isHidden: boolean;
        };
        /** @description The result of a take-down, or of its end */
        Takedown: {
            /** Format: uuid */
            id: string;
            action: "hidden" | "unhidden";
            /**
             * Format: uuid
             * @description The score in the request; the take-down applies to all scores of the creator’s submissions with the same name, ticker and picture
             */
            scoreId: string | null;
            /** @description The creator, in EIP-55 form */
            creatorAddress: string | null;
            /** @description Whether it applies to everybody’s submissions with the name, ticker and picture of the score */
            identity: boolean;
            /** @description The public reason */
            reason: string;
            /** @description The account that ran the command */
            actor: string;
            /** Format: date-time */
            doneAt: string;
            /** @description Whether the score’s submission, or the creator, is currently taken down */
            isHidden: boolean;
            /** @description Up to 50 visible scores with the same image; the image is kept for them */
            sameImage: string[];
        };
        AdminTakedowns: {
            takedowns: components["schemas"]["TakedownEntry"][];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        QueueState: {
            /** @description The name of the queue */
            name: string;
            /** @description Entries that are due, counted up to 10,000 */
            due: number;
            /** @description How long the oldest entry has been due; 0 if no entry is due */
            oldestDueSeconds: number;
        };
        /** @description The state of the responding replica and of its dependencies */
        AdminStatus: {
            /** @description degraded: the database fails, or a breaker is open */
            status: "ok" | "degraded";
            database: {
                /** @description Whether the database accepted a write, and responded to a read, within 1 s, as in `GET /ready` */
                state: "ok" | "failed";
                fault?: components["schemas"]["DatabaseFault"];
                kind: "embedded" | "server";
                /** @description The response time; null without a response */
                milliseconds: number | null;
            };
            /** @description One entry per configured provider. limited: its rate limit was reached in the last minute */
            breakers: {
                [key: string]: components["schemas"]["BreakerState"];
            };
            /** @description All four providers, including those that are not configured */
            providers: components["schemas"]["ProviderStatus"][];
            attester?: components["schemas"]["AttesterStatus"];
            /** @description null while the database responds to no read */
            queues: components["schemas"]["QueueState"][] | null;
            /** @description The jobs that have run in this process; times are in whole seconds */
            jobs: {
                name: string;
                /**
                 * Format: date-time
                 * @description When the job last succeeded
                 */
                lastSuccessAt: string;
            }[];
            /** @description The version of the package */
            version: string;
            /** @description The commit that is running; null when unknown */
            commit: string | null;
            /**
             * Format: date-time
             * @description When this process started to serve requests
             */
            startedAt: string;
            uptimeSeconds: number;
            /**
             * Format: date-time
             * @description When these figures were read
             */
            asOf: string;
        };
        /** @description A new incident with its first update */
        NewIncident: {
            /** @description One line. It is public */
            title: string;
            /** @description It is public */
            body: string;
            /**
             * @description Defaults to `minor`
             * @enum {string}
             */
            impact?: "minor" | "major";
        };
        /** @description An update of an incident */
        NewIncidentUpdate: {
            /** @description It is public */
            body: string;
        };
        /** @description The end of an incident */
        IncidentResolution: {
            /** @description The last update; defaults to `Resolved.` */
            body?: string;
        };
        AdminIncidentUpdate: {
            /** @enum {string} */
            kind: "opened" | "updated" | "resolved";
            body: string;
            /** @description The name of the admin token, or the account that ran the command-line tool */
            actor: string | null;
            /**
             * Format: date-time
             * @description When the update was posted
             */
            postedAt: string;
        };
        /** @description An incident with its updates and their operators */
        AdminIncident: {
            /** Format: uuid */
            id: string;
            title: string;
            /** @enum {string} */
            impact: "minor" | "major";
            /**
             * Format: date-time
             * @description When the incident was opened
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When it was resolved; null while it lasts
             */
            resolvedAt: string | null;
            /** @description Oldest first */
            updates: components["schemas"]["AdminIncidentUpdate"][];
        };
        AdminIncidents: {
            incidents: components["schemas"]["AdminIncident"][];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        /** @description The judge measured on fixed sets */
        EvaluationRun: {
            /** Format: uuid */
            id: string;
            promptVersion: string;
            provider: string;
            /** @description The configured name */
            model: string;
            /** @description The id that the provider reported last */
            resolvedModel: string | null;
            /** @description SHA-256 of the sets, with their pictures */
            setHash: string;
            /** @description Calibration items */
            items: number;
            attacks: number;
            /** @description How often each calibration item was judged */
            repeats: number;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt: string;
            /** @description Whether every bound was kept */
            hasPassed: boolean;
            summary: {
                metrics: {
                    /** @description `redTeam` are the attacks that the rules were tuned on, `redTeamHeldOut` those that no rule was tuned on */
                    group: "meme" | "image" | "redTeam" | "redTeamHeldOut";
                    /** @description `spearman`, `error`, `attackSuccess` and others: docs/evaluation.md lists them */
                    metric: string;
                    /** @description null: too little was measured */
                    value: number | null;
                    /** @description The lower bound that the run had to keep */
                    least: number | null;
                    /** @description The upper bound that the run had to keep */
                    most: number | null;
                    isMissed: boolean;
                }[];
                kinds: {
                    kind: number;
                    title: string;
                    /** @description Whether the rules were tuned on these attacks; absent in older runs, whose attacks all were */
                    half?: "tuned" | "held_out";
                    /** @description Attacks with a known outcome */
                    attacks: number;
                    /** @description The ids of the attacks that succeeded */
                    succeeded: string[];
                    /** @description The lower end of Wilson’s interval for the share that succeeds, at 95 % */
                    low: number;
                    high: number;
                    /** @description Honest twins whose score was capped */
                    falseCaps: number;
                }[];
                calls: number;
                inputTokens: number;
                outputTokens: number;
                /** @description null: the price of tokens is not configured */
                cost: number | null;
                latencyMs: {
                    p50: number | null;
                    p95: number | null;
                };
            };
        };
        /** @description The judge’s scores of the anchors on one day */
        AnchorRun: {
            /** Format: uuid */
            id: string;
            promptVersion: string;
            provider: string;
            model: string;
            resolvedModel: string | null;
            /** Format: date-time */
            finishedAt: string;
            items: number;
            /** @description The mean score of all anchors, two decimals */
            mean: number;
            /** @description Against the first run with the same version, model and anchors */
            shift: number;
            /** @description Anchors in another band than in that first run */
            bandFlips: number;
            /** @description The provider reported another model id than in the run before */
            isOtherModel: boolean;
        };
        /** @description How the judge was measured; empty lists: it was not */
        Evaluations: {
            runs: components["schemas"]["EvaluationRun"][];
            anchors: components["schemas"]["AnchorRun"][];
        };
        /** @description A new subscription: the endpoint, its events and the signing secret */
        NewWebhookSubscription: {
            /** @description The https URL that receives the deliveries. An internationalised one is stored and answered in its ASCII form */
            endpoint: string;
            /** @description Names of events, or only `*` for all events, including events that are added later */
            events: ("score.created" | "enrollment.created" | "attestation.published" | "launch.scheduled" | "graduation.occurred" | "*")[];
            /** @description 8–512 characters, of which at least five are different, used as they are. Choose at least 32 random bytes. No response contains the secret */
            secret: string;
            /** @description A note for yourself, one line of at most 200 characters */
            description?: string;
            /** @description Only events about a score that matches every given field are sent */
            filters?: {
                /** @description true: only scores that your API key, its predecessors or successors requested */
                own?: boolean;
                bands?: ("green" | "amber" | "red")[];
                /** @description The creator’s wallet of the score */
                creatorAddress?: string;
                /** @description The token’s contract of the score */
                contractAddress?: string;
                /** @description The lowest aggregate of the score */
                minAggregate?: number;
            } | null;
            /** @description Facts of the score to add to the data of each event. Needs `filters` or the format `standard-webhooks` */
            include?: ("name" | "symbol" | "creatorAddress")[];
            /**
             * @description `specification`: five attempts over two and a half hours; a 5xx pauses retries for six hours. `standard`: 5xx and 429 are retried over three days
             * @enum {string}
             */
            retryPolicy?: "specification" | "standard";
            /**
             * @description `standard-webhooks`: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks
             * @enum {string}
             */
            format?: "specification" | "standard-webhooks";
        };
        /** @description The fields to change; the others keep their values */
        WebhookSubscriptionChange: {
            /** @description The https URL that receives the deliveries. An internationalised one is stored and answered in its ASCII form */
            endpoint?: string;
            /** @description Names of events, or only `*` for all events, including events that are added later */
            events?: ("score.created" | "enrollment.created" | "attestation.published" | "launch.scheduled" | "graduation.occurred" | "*")[];
            /** @description A note for yourself, one line of at most 200 characters */
            description?: string | null;
            /** @description Only events about a score that matches every given field are sent */
            filters?: {
                /** @description true: only scores that your API key, its predecessors or successors requested */
                own?: boolean;
                bands?: ("green" | "amber" | "red")[];
                /** @description The creator’s wallet of the score */
                creatorAddress?: string;
                /** @description The token’s contract of the score */
                contractAddress?: string;
                /** @description The lowest aggregate of the score */
                minAggregate?: number;
            } | null;
            /** @description false: the service sends nothing until you set it to true or resume the subscription */
            active?: boolean;
        };
        NewSecret: {
            /** @description 8–512 characters, of which at least five are different, used as they are. Choose at least 32 random bytes. No response contains the secret */
            secret: string;
        };
        /** @description A webhook subscription */
        WebhookSubscription: {
            id: string;
            endpoint: string;
            /** @description Names of events, or only `*` for all events, including events that are added later */
            events: ("score.created" | "enrollment.created" | "attestation.published" | "launch.scheduled" | "graduation.occurred" | "*")[];
            /** @description false: the service sends nothing. `disabledReason` says why */
            active: boolean;
            description: string | null;
            /** @description Only events about a score that matches every given field are sent */
            filters: {
                /** @description true: only scores that your API key, its predecessors or successors requested */
                own?: boolean;
                bands?: ("green" | "amber" | "red")[];
                /** @description The creator’s wallet of the score */
                creatorAddress?: string;
                /** @description The token’s contract of the score */
                contractAddress?: string;
                /** @description The lowest aggregate of the score */
                minAggregate?: number;
            } | null;
            /** @description Facts of the score to add to the data of each event. Needs `filters` or the format `standard-webhooks` */
            include: ("name" | "symbol" | "creatorAddress")[];
            /**
             * @description `specification`: five attempts over two and a half hours; a 5xx pauses retries for six hours. `standard`: 5xx and 429 are retried over three days
             * @enum {string}
             */
            retryPolicy: "specification" | "standard";
            /**
             * @description `standard-webhooks`: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks
             * @enum {string}
             */
            format: "specification" | "standard-webhooks";
            /**
             * Format: date-time
             * @description When the subscription was created
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description No retry is sent before this time; `resume` ends the pause
             */
            pausedUntil: string | null;
            /** @description `owner`: its owner switched it off; `operator`: an operator of the service disabled it; `key_revoked`: its API key and all successors are revoked or expired; `gone`: the endpoint returned 410, under the standard retry policy; `failing`: all attempts failed for five days, under the standard retry policy */
            disabledReason: ("owner" | "operator" | "key_revoked" | "gone" | "failing") | null;
            /**
             * Format: date-time
             * @description About the last attempt that succeeded, to within ten seconds
             */
            lastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description About the last attempt that failed, to within ten seconds
             */
            lastFailureAt: string | null;
        };
        /** @description Newest first */
        WebhookSubscriptions: {
            webhooks: components["schemas"]["WebhookSubscription"][];
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        RotatedSecret: {
            id: string;
            /**
             * Format: date-time
             * @description Until this time an attempt that the endpoint answers with 401 or 403 is repeated at once, signed with the previous secret
             */
            previousUntil: string;
        };
        /** @description One event for one subscription. The log is kept for 24 hours after the delivery ends */
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
             * @description null once the delivery has ended, and while the subscription is not active
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the delivery succeeded or failed
             */
            endedAt: string | null;
            /** @description Why the delivery failed: the `error` of its last attempt */
            reason: string | null;
            attempts: {
                /** Format: date-time */
                startedAt: string;
                durationMs: number;
                /** @description The status code of the response */
                status: number | null;
                /** @description `http_4xx`: the endpoint returned 4xx, which is final, except 429 under the standard retry policy; `http_5xx`: the endpoint returned 5xx; `redirect`: the endpoint returned 3xx; redirects are not followed; `http_other`: the endpoint returned an invalid status; `timeout`: no complete response within 10 s; `dns`: the host name has no address; `connect`: the connection failed; `tls`: the TLS handshake failed; `blocked_address`: the endpoint’s address is not public; `broken`: the connection closed before the response was complete; `internal`: the service failed, not the endpoint; the attempt counts all the same, because a request may have been sent; `stopped`: the service stopped during the attempt, or lost its result; the endpoint may have received the request */
                error: string | null;
                /** @description The first 1 KiB of the response body, as text */
                answer: string | null;
            }[];
        };
        /** @description A delivery with its body, which is the same in all attempts */
        DeliveryWithBody: {
            id: string;
            eventId: string;
            event: string;
            /** @enum {string} */
            state: "pending" | "sending" | "delivered" | "failed";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description null once the delivery has ended, and while the subscription is not active
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the delivery succeeded or failed
             */
            endedAt: string | null;
            /** @description Why the delivery failed: the `error` of its last attempt */
            reason: string | null;
            attempts: {
                /** Format: date-time */
                startedAt: string;
                durationMs: number;
                /** @description The status code of the response */
                status: number | null;
                /** @description `http_4xx`: the endpoint returned 4xx, which is final, except 429 under the standard retry policy; `http_5xx`: the endpoint returned 5xx; `redirect`: the endpoint returned 3xx; redirects are not followed; `http_other`: the endpoint returned an invalid status; `timeout`: no complete response within 10 s; `dns`: the host name has no address; `connect`: the connection failed; `tls`: the TLS handshake failed; `blocked_address`: the endpoint’s address is not public; `broken`: the connection closed before the response was complete; `internal`: the service failed, not the endpoint; the attempt counts all the same, because a request may have been sent; `stopped`: the service stopped during the attempt, or lost its result; the endpoint may have received the request */
                error: string | null;
                /** @description The first 1 KiB of the response body, as text */
                answer: string | null;
            }[];
            /** @description The exact body */
            body: string;
        };
        /** @description Newest first */
        Deliveries: {
            deliveries: components["schemas"]["Delivery"][];
            /**
             * Format: date-time
             * @description No retry is sent before this time; `resume` ends the pause
             */
            pausedUntil: string | null;
            limit: number;
            /** @description Pass this as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        /** @description Oldest first */
        Feed: {
            events: {
                /** @description The delivery id, the same as in the header of the delivery */
                deliveryId: string;
                event: string;
                /** @description The exact body of the delivery */
                body: string;
            }[];
            limit: number;
            /** @description The position after this page. Store it, and pass it as `cursor` to continue later */
            cursor: string | null;
            /** @description The same as `cursor` if there may be more events now, otherwise null */
            nextCursor: string | null;
        };
        Recovery: {
            /**
             * Format: date-time
             * @description At most 24 hours ago, because older logs are deleted. For a subscription that was not active, at most seven days ago
             */
            since: string;
        };
        Recovered: {
            /** @description Deliveries that are queued: failed ones, and those of events that were stored while the subscription was not active */
            recovered: number;
            /** @description false: more remain; call again */
            isComplete: boolean;
        };
        /** @description A subscription whose attempts have all failed since `failingSince` */
        FailingWebhook: {
            id: string;
            /** @description Without its query, which may contain a secret */
            endpoint: string;
            /** @description The prefix of the newest key of its owner */
            keyPrefix: string | null;
            /** @description The label of that key */
            keyLabel: string | null;
            active: boolean;
            /** @description `owner`: its owner switched it off; `operator`: an operator of the service disabled it; `key_revoked`: its API key and all successors are revoked or expired; `gone`: the endpoint returned 410, under the standard retry policy; `failing`: all attempts failed for five days, under the standard retry policy */
            disabledReason: ("owner" | "operator" | "key_revoked" | "gone" | "failing") | null;
            /**
             * Format: date-time
             * @description No retry is sent before this time; `resume` ends the pause
             */
            pausedUntil: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt since the last successful one
             */
            failingSince: string;
            /**
             * Format: date-time
             * @description About the last attempt that succeeded, to within ten seconds
             */
            lastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description About the last attempt that failed, to within ten seconds
             */
            lastFailureAt: string | null;
        };
        FailingWebhooks: {
            /** @description At most 25 */
            webhooks: components["schemas"]["FailingWebhook"][];
            /** @description true: more endpoints fail than are listed */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description When these rows were read
             */
            asOf: string;
        };
        /** @description The result of one dispatch round of webhook deliveries */
        WebhookTick: {
            /** @description Deliveries claimed; each one counts in one of the fields below */
            claimed: number;
            /** @description The endpoint returned 2xx */
            delivered: number;
            /** @description Failed attempts that will be retried */
            retried: number;
            /** @description Failed deliveries that will not be retried */
            failed: number;
            /** @description Returned to the queue without an attempt, or still claimed because the result could not be stored */
            deferred: number;
        };
        /** @description limited: the rate limit of the provider was reached in the last minute */
        BreakerState: "closed" | "limited" | "half-open" | "open";
        /** @description limited: what strangers may use of it is used up until 00:00 UTC */
        BudgetState: "ok" | "limited";
        /** @description Whether the replica is ready, with the result of each check */
        Ready: {
            status: "ready" | "unavailable";
            checks: {
                /** @description Whether the database accepted a write, and responded to a read, within 1 s */
                database: "ok" | "failed";
                databaseFault?: components["schemas"]["DatabaseFault"];
                /** @description One entry per configured provider. limited: its rate limit was reached in the last minute; the service stays ready */
                breakers: {
                    [key: string]: components["schemas"]["BreakerState"];
                };
                /** @description One entry per daily budget (`model_tokens`, `scores`, `stored_bytes`, `gas`) that has a limit. limited: what strangers may use of it is used up until 00:00 UTC; the service stays ready. Missing when the database does not say */
                budgets?: {
                    [key: string]: components["schemas"]["BudgetState"];
                };
                attester?: components["schemas"]["AttesterStatus"];
                /**
                 * @description The process is stopping: it still serves requests, but only for a short time
                 * @enum {boolean}
                 */
                draining?: true;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request: its own `X-Request-Id` if that is well-formed, otherwise a new id */
        "X-Request-Id": string;
        /** @description The limits that the request counts against, the strictest first: `"route";q=300;w=60` is 300 in 60 seconds */
        "RateLimit-Policy": string;
        /** @description The remaining quota of each limit, and the seconds until the whole quota is available again: `"route";r=299;t=1` */
        RateLimit: string;
        /** @description The entity tag of this response, for `If-None-Match` */
        ETag: string;
        /** @description The URL of the record */
        Location: string;
        /** @description Present when an earlier request with this Idempotency-Key made the record */
        "Idempotent-Replayed": "true";
        /** @description Seconds to wait before you retry, when known */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
