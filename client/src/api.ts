// Written by `npm run openapi`.
export interface paths {
    "/v1/score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a proposed launch
         * @description Measures the submission on six signals and stores the result as a record that never changes. Signals whose provider is not configured are stubs, which makes the record preliminary. When a provider fails, nothing is stored. With `creatorSignature`, the wallet’s signature of the text of `getSubmissionMessage`, the record says `creatorProof: signature`; without it, and without a vouching key, the creator signal is at most 50. With `Accept: text/event-stream` the response is a stream of events: `signal` for each signal as soon as it is measured, comments while there is no event, and at the end `score` with the record or `error` with the error response. A failure before the first signal is a normal JSON error response with its own status.
         */
        post: operations["createScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{id}/rescore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a stored submission as a new score
         * @description Measures the stored submission again, with the stored image, and stores a new record. The earlier record does not change. Without a body, the active prompt version is used.
         */
        post: operations["rescore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the image of a submission
         * @description Stores an image of at most 5 MiB, decoded and scaled to at most 768 pixels and 150 kB, and returns its address for the `imageUrl` of a submission. The service reads such an image from its store. An image that no submission uses is deleted after 24 hours; if you send it again, the 24 hours start again. The body is a form (`multipart/form-data`) with one file.
         */
        post: operations["uploadImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the message to sign for a submission
         * @description Returns the text that the creator’s wallet signs for `createScore`. It has the keccak-256 of the canonical submission, which clients can also compute themselves: the RFC 8785 JSON of the seven normalised fields. The submission is validated as in `createScore`; nothing is stored.
         */
        post: operations["getSubmissionMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a score
         * @description Returns the same bytes as the first response, so that you can check the digest of the record.
         */
        get: operations["getScore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{id}/percentile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the percentile of a score in its cohort
         * @description Compares the score with the newest final score of each launch in the window, under comparable prompt versions.
         */
        get: operations["getPercentile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{id}/attestation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the attestation of a score
         * @description Returns the attestation of a score, or the state of a pending attestation.
         */
        get: operations["getAttestation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the receipt of a score
         * @description Returns the digest and the main values of a score with the attester’s signature. It needs no transaction. Without a configured attester, the receipt is not signed. A take-down does not remove the receipt.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enroll/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the message to sign for an enrollment
         * @description Returns the text that the creator’s wallet signs for `enroll`.
         */
        get: operations["getEnrollmentMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enroll a score with its creator’s signature
         * @description Makes the creator the owner of the score’s launch. The signature is over the text of `getEnrollmentMessage`. If the same creator enrolls the same score again, the response is the existing record.
         */
        post: operations["enroll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enrollment/{scoreId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the enrollment of a score
         * @description Returns the enrollment of a score, by the score’s id.
         */
        get: operations["getEnrollment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{id}/appeal/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the text to sign for an appeal
         * @description Returns the text that the creator’s wallet signs for `appealScore`, for the appeal in the body.
         */
        post: operations["getAppealMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{id}/appeal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the appeal against a score
         * @description Returns the appeal against a score, with the operators’ answer if there is one.
         */
        get: operations["getAppeal"];
        put?: never;
        /**
         * Appeal against a score with a signed message
         * @description Asks the operators to review a score. Only the creator who enrolled the score can do so, once per score, with a signature over the text of `getAppealMessage`. The reason, the answer and the outcome are public and are not deleted. The score never changes.
         */
        post: operations["appealScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an enrolled launch
         * @description Returns the enrollment, score, page, notifications, attendance and token of a launch, by enrollment id or score id.
         */
        get: operations["getLaunch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/page/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the text to sign for an edit of a launch page
         * @description Returns the text that the creator’s wallet signs for `editPage`, for the edit in the body.
         */
        post: operations["getPageMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit a launch page with a signed message
         * @description Changes the fields in the request and keeps the others. The creator signs the text of `getPageMessage`. An edit can be sent once, within five minutes.
         */
        patch: operations["editPage"];
        trace?: never;
    };
    "/v1/launch/{id}/page/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signed edits of a launch page
         * @description Lists the accepted edits of a page with their signatures, so that anyone can check them.
         */
        get: operations["listPageEdits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/token/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the message to sign for binding a token
         * @description Sign the text as it is with the wallet that enrolled the launch, and send it to `POST /v1/launch/{id}/token`.
         */
        get: operations["getTokenMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the token of a launch
         * @description Returns the proven binding, or else the newest one, with its proofs and the outcomes of the token.
         */
        get: operations["getBoundToken"];
        put?: never;
        /**
         * Bind the launched token with a signed message
         * @description Binds a token to the launch. The creator signs the binding, and the chain must show that the creator made the token. A launch has one token, and a token belongs to one launch.
         */
        post: operations["bindToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/token/denial/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the message to sign for denying a token
         * @description Sign the text as it is with the wallet of the submission, and send it to `POST /v1/launch/{id}/token/denial`. The launch need not be enrolled.
         */
        get: operations["getTokenDenialMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/token/denial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deny a token with a signed message
         * @description Undoes the binding of a token to the launch, whatever the chain shows: the creator signs that the token is not theirs. A public correction says so. A denial is final. The launch need not be enrolled.
         */
        post: operations["denyToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/token/named/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the message to sign for the tokens that name a wallet
         * @description Sign the text as it is with the wallet of the submission, and send it to `POST /v1/launch/{id}/token/named`.
         */
        get: operations["getNamedTokensMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/token/named": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the tokens that name the creator’s wallet
         * @description A launchpad can name any wallet. Tokens with the name and ticker of the launch that name its wallet, which neither sent their creation nor signed for them, are shown to that wallet alone. If one is yours, sign the message of `GET /v1/launch/{id}/token/message`; if not, deny it or leave it: it is bound to nothing.
         */
        post: operations["listNamedTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/observations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the observations of a launched token
         * @description Lists the observations that decide the outcomes of a launch. The list is append-only.
         */
        get: operations["listObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/attendance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count a view of a launch page
         * @description Counts one page view, and one visitor for each new session. The session is stored as a keyed hash.
         */
        post: operations["attendLaunch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a final score as an attestation on the chain
         * @description Attests a final score on the chain, once. A second call returns the same attestation. If the transaction is not in a block after 15 s, the response is 202, and a later call returns the attestation.
         */
        post: operations["publishScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/subscriptions/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the key for web push subscriptions
         * @description Returns the VAPID public key that a browser needs to subscribe.
         */
        get: operations["getPushKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe a browser to a launch’s notifications
         * @description Stores a browser’s push subscription. The browser gets the notifications of this launch.
         */
        post: operations["subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/{id}/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unsubscribe a browser from a launch’s notifications
         * @description Deletes a browser’s push subscription. Only the browser knows the subscription’s id.
         */
        delete: operations["unsubscribe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe a link to a score or a launch (oEmbed)
         * @description Returns the card and the title of a score’s page or a launch’s page, for sites that show previews of links (oEmbed 1.0). A critical warning comes first in the title.
         */
        get: operations["getOembed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an uploaded image
         * @description Returns the stored copy of an uploaded image: a PNG or a JPEG of at most 150 kB.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A one-page description of the service for language models
         * @description Describes the service and its routes in Markdown (llmstxt.org).
         */
        get: operations["getLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms-full.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole documentation in one file for language models
         * @description Returns all guides and the descriptions of all routes as one Markdown file (llmstxt.org).
         */
        get: operations["getLlmsFullText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/score/{tokenAddress}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the score of a token contract
         * @description Returns the score that speaks for the contract. It is the newest one of the first class that has one: bound to the contract; enrolled by the wallet that deployed or owns it; enrolled by a wallet, while the providers report no other deployer; not enrolled. If several creators have enrolled a score of the class, it is the newest one of the creator who did so first. In the last class, a submission that names the reported deployer comes first, then one that is signed by another wallet. Scores under a prompt version that was not the active one at the time do not count. Responds with 451 if the operator has taken down the score of the first class, when that is one of the first two, or all scores of the token.
         */
        get: operations["getScoreByToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/launches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recently enrolled launches
         * @description Lists enrolled launches, newest first. You can select one band.
         */
        get: operations["listLaunches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/leaderboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the best and the worst launches of a time window
         * @description Lists the launches with the highest and the lowest scores of the window. You can select one band. A launch has one row, and preliminary scores are left out.
         */
        get: operations["listLeaderboards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/creator/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the profile of a creator
         * @description Returns the enrolled launches of a wallet: their number, their bands and the latest 25.
         */
        get: operations["getCreator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/graduates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List graduated tokens
         * @description Lists launches whose token graduated: within 90 days of trading, it had seven days in a row with a depth of 20,000 USD and with both purchases and sales. A graduate whose depth fell later stays in the list, with its latest outcome.
         */
        get: operations["listGraduates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/track-record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the outcomes of scored launches
         * @description Returns the outcomes of scored launches as of the last sealed day: the funnel, the outcomes, the shares per band with their intervals, and the state of the claims. A figure is null until enough outcomes are known.
         */
        get: operations["getTrackRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/track-record/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the claims that were fixed in advance
         * @description Returns the claims that were fixed before the first outcome, as canonical JSON with its digest.
         */
        get: operations["getTrackRecordClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/track-record/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sealed days of the track record
         * @description Lists the sealed days with their digests; each digest chains to the day before.
         */
        get: operations["listRecordDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/track-record/days/{day}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the sealed file of a day
         * @description Returns the sealed file of a UTC day: one canonical JSON line for each row of that day.
         */
        get: operations["getRecordDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/track-record/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the outcomes of all launches
         * @description Returns every launch of the track record up to the last sealed day, as CSV or as one JSON object per line. The response is streamed.
         */
        get: operations["exportTrackRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the measurements of the judge
         * @description Lists measurements of the language-model judge: runs of the calibration and red-team sets, and the anchors that are judged again every day. Empty lists mean that nothing was measured.
         */
        get: operations["listEvaluations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search scores by name, ticker or address
         * @description Finds scores by the exact address of a token contract or a wallet, by the id of a score, or else by a part of a name or ticker. Lookalike letters match each other. A launch is listed once, with the score that ranks it. The search never returns test records or hidden launches.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/names/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the wallet of a name
         * @description Returns the wallet of a name: a Basename (`alice.base.eth`) if the deployment is on Base, or an ENS name (`alice.eth`) if it is on Ethereum. A name whose address is on a server and not on the chain is not found. The response can be a minute old. Other routes accept only addresses, and no names.
         */
        get: operations["resolveWalletName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the prompt versions
         * @description Lists the released prompt versions with the hashes of their files and of the sources of their rules, and the time and reason of each activation. A version never changes.
         */
        get: operations["listPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two prompt versions
         * @description Returns the differences between two prompt versions, as a unified diff of their files and rule sources.
         */
        get: operations["getPromptDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch this document
         * @description Returns the OpenAPI 3.1 document of all routes and events.
         */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the reference of the API
         * @description Shows this document as a page, with an example of each request.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch your key, its limits and its usage
         * @description Returns the tier, the limits with their remaining quotas, and the usage of the last 30 days. All keys of a lineage are counted together.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scores that you requested
         * @description Lists the scores that the key of the request, or a key that it was rotated from or to, asked for. With filters, a page covers at most 10,000 scores: it can be shorter than `limit`, and the list ends only where `nextCursor` is null.
         */
        get: operations["listOwnScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your subscriptions
         * @description Lists the subscriptions of the key, and of keys that it was rotated from or to.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a subscription
         * @description Subscribes an endpoint to events. The secret signs the deliveries. No response contains it.
         */
        post: operations["subscribeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a subscription
         * @description Returns one subscription with its state.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Deletes a subscription and its waiting deliveries.
         */
        delete: operations["unsubscribeWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a subscription
         * @description Changes the fields in the request and keeps the others.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a subscription
         * @description Lists the deliveries of the last 24 hours with their attempts.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a delivery with its body
         * @description Returns one delivery of the last 24 hours with its attempts and its body.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery
         * @description Sends a delivery again at once, in any state.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recover failed deliveries and missed events since a time
         * @description Queues failed deliveries again, and events that were stored while the subscription was not active.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a subscription
         * @description Lists the events of the last seven days, for clients that poll instead of receiving deliveries.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends the event `webhook.test` to the endpoint, signed and logged like any other delivery.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a subscription
         * @description Replaces the secret. For 24 hours an attempt that gets 401 or 403 is repeated with the previous secret.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a subscription that is paused or not active
         * @description Ends the pause of a subscription, or makes it active again.
         */
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics for Prometheus
         * @description Returns the metrics of this process and of the queues. If METRICS_TOKEN is set, the request needs that token.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/launch/dispatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send due notifications
         * @description Sends due notifications, for deployments with DISPATCH_INTERVAL_SECONDS=0.
         */
        post: operations["dispatchNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the totals of scores, enrollments, attestations and keys
         * @description Returns totals of all time. Test records are left out.
         */
        get: operations["getAdminStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent scores
         * @description Lists scores, newest first, including preliminary scores. Test records are left out.
         */
        get: operations["listAdminScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/enrollments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent enrollments
         * @description Lists enrollments, newest first.
         */
        get: operations["listAdminEnrollments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all API keys
         * @description Lists the metadata of all keys, newest first. The response never contains keys or their hashes.
         */
        get: operations["listAdminKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/launches/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a launch for the operator’s channels
         * @description With `NOTIFY_ANNOUNCE=approved`, only approved launches are announced on Discord, Telegram and by e-mail. An approval stays; approving again returns the first one.
         */
        post: operations["approveLaunch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/scores/{id}/hide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take down a score and all other scores of the same launch by its creator
         * @description Every read of them then responds 451 `hidden` with the reason, lists leave them out, and the image is deleted unless a shown score has it. The creator’s new submissions with this name and ticker get 451. With `identity`, so do everybody’s with this name, ticker and picture.
         */
        post: operations["hideScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/scores/{id}/unhide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the take-down of a score
         * @description Ends every take-down that covers the score’s submission, except that of its creator. A deleted image stays deleted until somebody submits it again.
         */
        post: operations["unhideScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/creators/{address}/hide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take down all launches of a creator, and refuse new ones
         * @description Takes down every submission that names the wallet. New ones get 451 `hidden`.
         */
        post: operations["hideCreator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/creators/{address}/unhide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the take-down of a creator
         * @description Scores that are hidden by themselves stay hidden.
         */
        post: operations["unhideCreator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/takedowns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all take-downs, with the operator and the reason
         * @description Lists the log of take-downs, newest first. `isHidden` says whether an entry’s subject is taken down at present.
         */
        get: operations["listAdminTakedowns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/appeals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List appeals
         * @description Lists the appeals of creators, including appeals against scores that are taken down.
         */
        get: operations["listAppeals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/appeals/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer an appeal
         * @description Answers an appeal, once. The answer is public. With `rescore` the launch is scored again as a new record, under the active prompt version and with new samples of the judge. Later re-scores of this submission use these samples. When a provider fails, nothing is stored and the appeal stays open.
         */
        post: operations["answerAppeal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch scores, conversion, model usage and key tiers of 24 hours and 7 days
         * @description Returns the figures of the last 24 hours, the last 7 days and all time.
         */
        get: operations["getAdminAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the state of the database, breakers, queues and jobs
         * @description Returns the state of the replica, its database, its providers, its queues and its jobs.
         */
        get: operations["getAdminStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch scores, errors, model usage and deliveries by the hour
         * @description Returns the figures of each of the last 24 hours over all replicas. Each process stores its errors, refusals and deliveries every 15 seconds, so a killed process loses the last ones.
         */
        get: operations["getAdminHours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the usage of the daily budgets
         * @description Returns the usage of the UTC day over all replicas, and the daily budgets of the deployment.
         */
        get: operations["getAdminBudgets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/limited-callers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the callers that rate limits refuse most
         * @description Lists the callers that the responding replica refused most, by the prefix of their key or by their network. Full addresses are not stored.
         */
        get: operations["listLimitedCallers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook subscriptions whose endpoints fail
         * @description Lists at most 25 subscriptions whose attempts have all failed since the last successful one.
         */
        get: operations["listFailingWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents with the operators of their updates
         * @description Lists incidents, newest first, with the operator’s name for each update. `state=open` lists the unresolved ones alone.
         */
        get: operations["listAdminIncidents"];
        put?: never;
        /**
         * Open an incident
         * @description Opens an incident with its first update. It is public at once, on the transparency page and in the feed.
         */
        post: operations["openIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/incidents/{id}/updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post an update of an incident
         * @description Adds an update to an incident that is not resolved. It is public at once.
         */
        post: operations["updateIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/incidents/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an incident
         * @description Ends an incident with a last update. A resolved incident can’t be opened again.
         */
        post: operations["resolveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/dispatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send due webhook deliveries
         * @description Sends due deliveries, for deployments with DISPATCH_INTERVAL_SECONDS=0.
         */
        post: operations["dispatchWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is alive
         * @description Always 200 while the process runs. It has no limit and ignores all headers.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the replica can serve requests
         * @description 200 while the replica can serve requests, otherwise 503, with the result of each check. It has no limit.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "score.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook score.created
         * @description The request that your endpoint receives for `score.created`. Verify the signature over the raw body before you parse the body.
         */
        post: operations["scoreCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "enrollment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook enrollment.created
         * @description The request that your endpoint receives for `enrollment.created`. Verify the signature over the raw body before you parse the body.
         */
        post: operations["enrollmentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "attestation.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook attestation.published
         * @description The request that your endpoint receives for `attestation.published`. Verify the signature over the raw body before you parse the body.
         */
        post: operations["attestationPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "launch.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook launch.scheduled
         * @description The request that your endpoint receives for `launch.scheduled`. Verify the signature over the raw body before you parse the body.
         */
        post: operations["launchScheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "graduation.occurred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook graduation.occurred
         * @description The request that your endpoint receives for `graduation.occurred`. Verify the signature over the raw body before you parse the body.
         */
        post: operations["graduationOccurred"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook webhook.disabled
         * @description The request that your endpoint receives for `webhook.disabled`. Verify the signature over the raw body before you parse the body.
         */
        post: operations["webhookDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
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
export interface operations {
    createScore: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1–255 visible ASCII characters; a request with the same key and body within 24 h returns the first record */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Left Sock",
                 *       "symbol": "$SOCK",
                 *       "description": "Every washing machine takes one. This is the token of the other.",
                 *       "imageUrl": "https://pictures.example/left-sock.png",
                 *       "xHandle": "@leftsock",
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                 *     }
                 */
                "application/json": components["schemas"]["ScoreSubmission"];
            };
        };
        responses: {
            /** @description As JSON, the record that an earlier request with this Idempotency-Key made. With `Accept: text/event-stream`, events: `signal` for each signal, and at the end `score` with the record or `error` with the error envelope */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "aggregate": 1,
                     *       "band": "green",
                     *       "warnings": [
                     *         {
                     *           "code": "honeypot",
                     *           "severity": "critical",
                     *           "signal": "meme",
                     *           "message": "text",
                     *           "source": "text"
                     *         }
                     *       ],
                     *       "hasStubs": true,
                     *       "confidence": "preliminary",
                     *       "stubbedSignals": [
                     *         "meme"
                     *       ],
                     *       "signals": {
                     *         "meme": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "creator": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "image": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "name": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "social": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "risk": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         }
                     *       },
                     *       "explanation": {
                     *         "summary": "The score is amber at 65.45: name is its strongest signal (100), creator its weakest (20).",
                     *         "contributions": [
                     *           {
                     *             "signal": "meme",
                     *             "weight": 1,
                     *             "effectiveWeight": 1,
                     *             "score": 1,
                     *             "contribution": 1
                     *           }
                     *         ]
                     *       },
                     *       "promptVersion": "launch-score@1.2.0",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "submission": {
                     *         "name": "Left Sock",
                     *         "symbol": "SOCK",
                     *         "description": "Every washing machine takes one. This is the token of the other.",
                     *         "imageUrl": "https://images.example/left-sock.png",
                     *         "xHandle": "@leftsock",
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                     *       },
                     *       "creatorProof": "signature",
                     *       "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "boundContract": "text",
                     *       "earlierSubmissions": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "resemblance": "picture",
                     *           "isEnrolled": true
                     *         }
                     *       ],
                     *       "test": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScoreResult"];
                    /**
                     * @example event: signal
                     *     data: {"signal":"name","score":100,"stub":false}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "aggregate": 1,
                     *       "band": "green",
                     *       "warnings": [
                     *         {
                     *           "code": "honeypot",
                     *           "severity": "critical",
                     *           "signal": "meme",
                     *           "message": "text",
                     *           "source": "text"
                     *         }
                     *       ],
                     *       "hasStubs": true,
                     *       "confidence": "preliminary",
                     *       "stubbedSignals": [
                     *         "meme"
                     *       ],
                     *       "signals": {
                     *         "meme": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "creator": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "image": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "name": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "social": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "risk": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         }
                     *       },
                     *       "explanation": {
                     *         "summary": "The score is amber at 65.45: name is its strongest signal (100), creator its weakest (20).",
                     *         "contributions": [
                     *           {
                     *             "signal": "meme",
                     *             "weight": 1,
                     *             "effectiveWeight": 1,
                     *             "score": 1,
                     *             "contribution": 1
                     *           }
                     *         ]
                     *       },
                     *       "promptVersion": "launch-score@1.2.0",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "submission": {
                     *         "name": "Left Sock",
                     *         "symbol": "SOCK",
                     *         "description": "Every washing machine takes one. This is the token of the other.",
                     *         "imageUrl": "https://images.example/left-sock.png",
                     *         "xHandle": "@leftsock",
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                     *       },
                     *       "creatorProof": "signature",
                     *       "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "boundContract": "text",
                     *       "earlierSubmissions": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "resemblance": "picture",
                     *           "isEnrolled": true
                     *         }
                     *       ],
                     *       "test": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScoreResult"];
                };
            };
        };
    };
    rescore: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1–255 visible ASCII characters; a request with the same key and body within 24 h returns the first record */
                "idempotency-key"?: string;
            };
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "promptVersion": "launch-score@1.2.0"
                 *     }
                 */
                "application/json": {
                    /** @description An older prompt version, `<name>@<semver>`; defaults to the active one */
                    promptVersion?: string;
                };
            };
        };
        responses: {
            /** @description The record that an earlier request with this Idempotency-Key made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "aggregate": 1,
                     *       "band": "green",
                     *       "warnings": [
                     *         {
                     *           "code": "honeypot",
                     *           "severity": "critical",
                     *           "signal": "meme",
                     *           "message": "text",
                     *           "source": "text"
                     *         }
                     *       ],
                     *       "hasStubs": true,
                     *       "confidence": "preliminary",
                     *       "stubbedSignals": [
                     *         "meme"
                     *       ],
                     *       "signals": {
                     *         "meme": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "creator": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "image": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "name": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "social": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "risk": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         }
                     *       },
                     *       "explanation": {
                     *         "summary": "The score is amber at 65.45: name is its strongest signal (100), creator its weakest (20).",
                     *         "contributions": [
                     *           {
                     *             "signal": "meme",
                     *             "weight": 1,
                     *             "effectiveWeight": 1,
                     *             "score": 1,
                     *             "contribution": 1
                     *           }
                     *         ]
                     *       },
                     *       "promptVersion": "launch-score@1.2.0",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "submission": {
                     *         "name": "Left Sock",
                     *         "symbol": "SOCK",
                     *         "description": "Every washing machine takes one. This is the token of the other.",
                     *         "imageUrl": "https://images.example/left-sock.png",
                     *         "xHandle": "@leftsock",
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                     *       },
                     *       "creatorProof": "signature",
                     *       "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "boundContract": "text",
                     *       "earlierSubmissions": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "resemblance": "picture",
                     *           "isEnrolled": true
                     *         }
                     *       ],
                     *       "test": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScoreResult"];
                };
            };
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "aggregate": 1,
                     *       "band": "green",
                     *       "warnings": [
                     *         {
                     *           "code": "honeypot",
                     *           "severity": "critical",
                     *           "signal": "meme",
                     *           "message": "text",
                     *           "source": "text"
                     *         }
                     *       ],
                     *       "hasStubs": true,
                     *       "confidence": "preliminary",
                     *       "stubbedSignals": [
                     *         "meme"
                     *       ],
                     *       "signals": {
                     *         "meme": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "creator": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "image": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "name": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "social": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "risk": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         }
                     *       },
                     *       "explanation": {
                     *         "summary": "The score is amber at 65.45: name is its strongest signal (100), creator its weakest (20).",
                     *         "contributions": [
                     *           {
                     *             "signal": "meme",
                     *             "weight": 1,
                     *             "effectiveWeight": 1,
                     *             "score": 1,
                     *             "contribution": 1
                     *           }
                     *         ]
                     *       },
                     *       "promptVersion": "launch-score@1.2.0",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "submission": {
                     *         "name": "Left Sock",
                     *         "symbol": "SOCK",
                     *         "description": "Every washing machine takes one. This is the token of the other.",
                     *         "imageUrl": "https://images.example/left-sock.png",
                     *         "xHandle": "@leftsock",
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                     *       },
                     *       "creatorProof": "signature",
                     *       "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "boundContract": "text",
                     *       "earlierSubmissions": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "resemblance": "picture",
                     *           "isEnrolled": true
                     *         }
                     *       ],
                     *       "test": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScoreResult"];
                };
            };
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A form with one file */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": "(the bytes of the file)"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PNG, JPEG, WebP or GIF image of at most 5 MiB
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description The image was stored before; it is kept for another day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "imageUrl": "https://images.example/left-sock.png",
                     *       "width": 1,
                     *       "height": 1,
                     *       "bytes": 1,
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedImage"];
                };
            };
            /** @description The image is stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "imageUrl": "https://images.example/left-sock.png",
                     *       "width": 1,
                     *       "height": 1,
                     *       "bytes": 1,
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedImage"];
                };
            };
        };
    };
    getSubmissionMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The submission as POST /v1/score will carry it. A `creatorSignature` in it is ignored */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "submission": {
                 *         "name": "Left Sock",
                 *         "symbol": "$SOCK",
                 *         "description": "Every washing machine takes one. This is the token of the other.",
                 *         "imageUrl": "https://pictures.example/left-sock.png",
                 *         "xHandle": "@leftsock",
                 *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                 *       }
                 *     }
                 */
                "application/json": {
                    submission: components["schemas"]["ScoreSubmission"];
                };
            };
        };
        responses: {
            /** @description The four lines to sign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageToSign"];
                };
            };
        };
    };
    getScore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, byte for byte as it was first sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "aggregate": 1,
                     *       "band": "green",
                     *       "warnings": [
                     *         {
                     *           "code": "honeypot",
                     *           "severity": "critical",
                     *           "signal": "meme",
                     *           "message": "text",
                     *           "source": "text"
                     *         }
                     *       ],
                     *       "hasStubs": true,
                     *       "confidence": "preliminary",
                     *       "stubbedSignals": [
                     *         "meme"
                     *       ],
                     *       "signals": {
                     *         "meme": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "creator": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "image": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "name": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "social": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "risk": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         }
                     *       },
                     *       "explanation": {
                     *         "summary": "The score is amber at 65.45: name is its strongest signal (100), creator its weakest (20).",
                     *         "contributions": [
                     *           {
                     *             "signal": "meme",
                     *             "weight": 1,
                     *             "effectiveWeight": 1,
                     *             "score": 1,
                     *             "contribution": 1
                     *           }
                     *         ]
                     *       },
                     *       "promptVersion": "launch-score@1.2.0",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "submission": {
                     *         "name": "Left Sock",
                     *         "symbol": "SOCK",
                     *         "description": "Every washing machine takes one. This is the token of the other.",
                     *         "imageUrl": "https://images.example/left-sock.png",
                     *         "xHandle": "@leftsock",
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                     *       },
                     *       "creatorProof": "signature",
                     *       "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "boundContract": "text",
                     *       "earlierSubmissions": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "resemblance": "picture",
                     *           "isEnrolled": true
                     *         }
                     *       ],
                     *       "test": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScoreResult"];
                };
            };
        };
    };
    getPercentile: {
        parameters: {
            query?: {
                /** @description The time window of the cohort; defaults to 7d */
                window?: "24h" | "7d" | "30d" | "all";
            };
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The percentile and its cohort */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "window": "text",
                     *       "percentile": 1,
                     *       "cohortSize": 1,
                     *       "aggregate": 1,
                     *       "band": "green",
                     *       "confidence": "preliminary",
                     *       "promptVersion": "launch-score@1.2.0",
                     *       "asOf": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Percentile"];
                };
            };
        };
    };
    getAttestation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attestation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "published",
                     *       "attestationId": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "subject": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "schemaId": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "digest": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "txHash": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "chainId": 1,
                     *       "contract": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "attester": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "refersTo": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "blockNumber": 1,
                     *       "publishedAt": "2026-11-22T12:00:00.000Z",
                     *       "revokedAt": "2026-11-22T12:00:00.000Z",
                     *       "revocationReason": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Attestation"];
                };
            };
            /** @description The attestation is pending */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending",
                     *       "txHash": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "notice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["PendingAttestation"];
                };
            };
        };
    };
    getReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "digest": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "aggregate": 1,
                     *       "band": "green",
                     *       "promptVersion": "launch-score@1.2.0",
                     *       "confidence": "preliminary",
                     *       "signer": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                     *       "typedData": {
                     *         "domain": {
                     *           "name": "Left Sock",
                     *           "version": "text",
                     *           "chainId": 1,
                     *           "verifyingContract": "text"
                     *         },
                     *         "types": {
                     *           "ScoreReceipt": [
                     *             {
                     *               "name": "Left Sock",
                     *               "type": "text"
                     *             }
                     *           ]
                     *         },
                     *         "primaryType": "ScoreReceipt",
                     *         "message": {
                     *           "scoreId": "text",
                     *           "digest": "text",
                     *           "subject": "text",
                     *           "aggregateX100": 1,
                     *           "band": "green",
                     *           "promptVersion": "launch-score@1.2.0",
                     *           "confidence": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ScoreReceipt"];
                };
            };
        };
    };
    getEnrollmentMessage: {
        parameters: {
            query: {
                /** @description the id of a score */
                scoreRequestId: string;
                /** @description the creator’s wallet: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
                creatorAddress: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The four lines to sign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageToSign"];
                };
            };
        };
    };
    enroll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                 *       "scheduledFor": "2026-11-22T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["EnrollmentRequest"];
            };
        };
        responses: {
            /** @description This creator has already enrolled the score; nothing changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *       "enrolledAt": "2026-11-22T12:00:00.000Z",
                     *       "notice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
            /** @description The new enrollment */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *       "enrolledAt": "2026-11-22T12:00:00.000Z",
                     *       "notice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
        };
    };
    getEnrollment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                scoreId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The enrollment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *       "enrolledAt": "2026-11-22T12:00:00.000Z",
                     *       "notice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
        };
    };
    getAppealMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                 *       "issuedAt": "2026-11-22T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["AppealDraft"];
            };
        };
        responses: {
            /** @description The six lines to sign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageToSign"];
                };
            };
        };
    };
    getAppeal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The appeal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appealId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "state": "open",
                     *       "appealedAt": "2026-11-22T12:00:00.000Z",
                     *       "outcome": "upheld",
                     *       "answer": "text",
                     *       "answeredAt": "2026-11-22T12:00:00.000Z",
                     *       "rescoredAs": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                     *     }
                     */
                    "application/json": components["schemas"]["Appeal"];
                };
            };
        };
    };
    appealScore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                 *       "issuedAt": "2026-11-22T12:00:00.000Z",
                 *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                 *     }
                 */
                "application/json": components["schemas"]["AppealRequest"];
            };
        };
        responses: {
            /** @description The open appeal */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appealId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "state": "open",
                     *       "appealedAt": "2026-11-22T12:00:00.000Z",
                     *       "outcome": "upheld",
                     *       "answer": "text",
                     *       "answeredAt": "2026-11-22T12:00:00.000Z",
                     *       "rescoredAs": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                     *     }
                     */
                    "application/json": components["schemas"]["Appeal"];
                };
            };
        };
    };
    getLaunch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The launch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enrollment": {
                     *         "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *         "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *         "enrolledAt": "2026-11-22T12:00:00.000Z",
                     *         "notice": "text"
                     *       },
                     *       "score": {
                     *         "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *         "aggregate": 1,
                     *         "band": "green",
                     *         "warnings": [
                     *           {
                     *             "code": "honeypot",
                     *             "severity": "critical",
                     *             "signal": "meme",
                     *             "message": "text",
                     *             "source": "text"
                     *           }
                     *         ],
                     *         "hasStubs": true,
                     *         "confidence": "preliminary",
                     *         "stubbedSignals": [
                     *           "meme"
                     *         ],
                     *         "signals": {
                     *           "meme": {
                     *             "score": 82,
                     *             "reason": "Short, readable, consistently written name.",
                     *             "stub": false,
                     *             "confidence": null
                     *           },
                     *           "creator": {
                     *             "score": 82,
                     *             "reason": "Short, readable, consistently written name.",
                     *             "stub": false,
                     *             "confidence": null
                     *           },
                     *           "image": {
                     *             "score": 82,
                     *             "reason": "Short, readable, consistently written name.",
                     *             "stub": false,
                     *             "confidence": null
                     *           },
                     *           "name": {
                     *             "score": 82,
                     *             "reason": "Short, readable, consistently written name.",
                     *             "stub": false,
                     *             "confidence": null
                     *           },
                     *           "social": {
                     *             "score": 82,
                     *             "reason": "Short, readable, consistently written name.",
                     *             "stub": false,
                     *             "confidence": null
                     *           },
                     *           "risk": {
                     *             "score": 82,
                     *             "reason": "Short, readable, consistently written name.",
                     *             "stub": false,
                     *             "confidence": null
                     *           }
                     *         },
                     *         "explanation": {
                     *           "summary": "The score is amber at 65.45: name is its strongest signal (100), creator its weakest (20).",
                     *           "contributions": [
                     *             {
                     *               "signal": "meme",
                     *               "weight": 1,
                     *               "effectiveWeight": 1,
                     *               "score": 1,
                     *               "contribution": 1
                     *             }
                     *           ]
                     *         },
                     *         "promptVersion": "launch-score@1.2.0",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "submission": {
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "description": "Every washing machine takes one. This is the token of the other.",
                     *           "imageUrl": "https://images.example/left-sock.png",
                     *           "xHandle": "@leftsock",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                     *         },
                     *         "creatorProof": "signature",
                     *         "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *         "boundContract": "text",
                     *         "earlierSubmissions": [
                     *           {
                     *             "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *             "resemblance": "picture",
                     *             "isEnrolled": true
                     *           }
                     *         ],
                     *         "test": true
                     *       },
                     *       "outcome": "graduated",
                     *       "warnings": [
                     *         "honeypot"
                     *       ],
                     *       "page": {
                     *         "tagline": "text",
                     *         "description": "Every washing machine takes one. This is the token of the other.",
                     *         "ctaLabel": "text",
                     *         "ctaUrl": "text",
                     *         "ctaUrlUnicode": "text",
                     *         "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *         "updatedAt": "2026-11-22T12:00:00.000Z"
                     *       },
                     *       "notifications": [
                     *         {
                     *           "slot": "T-60min",
                     *           "sendAt": "2026-11-22T12:00:00.000Z",
                     *           "transport": "log",
                     *           "state": "pending",
                     *           "sentAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "attendance": {
                     *         "pageViews": 1,
                     *         "uniqueSessions": 1
                     *       },
                     *       "movedFrom": "2026-11-22T12:00:00.000Z",
                     *       "reminders": 1,
                     *       "token": {
                     *         "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *         "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *         "chainId": 1,
                     *         "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "origin": "found",
                     *         "state": "pending",
                     *         "counts": true,
                     *         "reason": "scored_after_creation",
                     *         "population": "committed",
                     *         "anchored": true,
                     *         "name": "Left Sock",
                     *         "symbol": "SOCK",
                     *         "nameDiffers": true,
                     *         "examinedBy": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *         "venue": "text",
                     *         "curve": true,
                     *         "venueGraduatedAt": "2026-11-22T12:00:00.000Z",
                     *         "successor": {
                     *           "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "txHash": "text"
                     *         },
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "tradingSince": "2026-11-22T12:00:00.000Z",
                     *         "boundAt": "2026-11-22T12:00:00.000Z",
                     *         "earlierScores": 1,
                     *         "otherTokens": {
                     *           "count": 1,
                     *           "tokens": [
                     *             "text"
                     *           ]
                     *         },
                     *         "outcomes": [
                     *           {
                     *             "horizon": "24h",
                     *             "outcome": "graduated",
                     *             "cause": "text",
                     *             "seenAt": "2026-11-22T12:00:00.000Z",
                     *             "rules": "text",
                     *             "dueAt": "2026-11-22T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "graduation": {
                     *           "graduatedAt": "2026-11-22T12:00:00.000Z",
                     *           "leastDepth": 1,
                     *           "rules": "text"
                     *         },
                     *         "corrections": [
                     *           {
                     *             "subject": "text",
                     *             "reason": "not_theirs",
                     *             "explanation": "text",
                     *             "madeBy": "creator",
                     *             "replacement": {
                     *               "binding": "01a20193-38c6-7b0c-9572-29555c61970c"
                     *             },
                     *             "correctedAt": "2026-11-22T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "attribution": "Market data: DEX Screener"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LaunchSummary"];
                };
            };
        };
    };
    getPageMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tagline": "text",
                 *       "description": "Every washing machine takes one. This is the token of the other.",
                 *       "ctaLabel": "text",
                 *       "ctaUrl": "text",
                 *       "scheduledFor": "2026-11-22T12:00:00.000Z",
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "issuedAt": "2026-11-22T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["PageDraft"];
            };
        };
        responses: {
            /** @description The text to sign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "text",
                     *       "digest": "text",
                     *       "fields": {
                     *         "tagline": "text",
                     *         "description": "Every washing machine takes one. This is the token of the other.",
                     *         "ctaLabel": "text",
                     *         "ctaUrl": "text",
                     *         "scheduledFor": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PageMessage"];
                };
            };
        };
    };
    editPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tagline": "text",
                 *       "description": "Every washing machine takes one. This is the token of the other.",
                 *       "ctaLabel": "text",
                 *       "ctaUrl": "text",
                 *       "scheduledFor": "2026-11-22T12:00:00.000Z",
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "issuedAt": "2026-11-22T12:00:00.000Z",
                 *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                 *     }
                 */
                "application/json": components["schemas"]["PageEdit"];
            };
        };
        responses: {
            /** @description The edited page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tagline": "text",
                     *       "description": "Every washing machine takes one. This is the token of the other.",
                     *       "ctaLabel": "text",
                     *       "ctaUrl": "text",
                     *       "ctaUrlUnicode": "text",
                     *       "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *       "updatedAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LaunchPage"];
                };
            };
        };
    };
    listPageEdits: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "edits": [
                     *         {
                     *           "fields": {
                     *             "tagline": "text",
                     *             "description": "Every washing machine takes one. This is the token of the other.",
                     *             "ctaLabel": "text",
                     *             "ctaUrl": "text",
                     *             "scheduledFor": "2026-11-22T12:00:00.000Z"
                     *           },
                     *           "issuedAt": "2026-11-22T12:00:00.000Z",
                     *           "editedAt": "2026-11-22T12:00:00.000Z",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "message": "text",
                     *           "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                     *           "verified": {
                     *             "by": "key",
                     *             "chainId": 1,
                     *             "block": 1
                     *           }
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["PageHistory"];
                };
            };
        };
    };
    getTokenMessage: {
        parameters: {
            query: {
                /** @description the contract of the launched token: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
                tokenAddress: string;
            };
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The six lines to sign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageToSign"];
                };
            };
        };
    };
    getBoundToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proven binding, or else the newest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "chainId": 1,
                     *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "origin": "found",
                     *       "state": "pending",
                     *       "counts": true,
                     *       "reason": "scored_after_creation",
                     *       "population": "committed",
                     *       "anchored": true,
                     *       "name": "Left Sock",
                     *       "symbol": "SOCK",
                     *       "nameDiffers": true,
                     *       "examinedBy": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "venue": "text",
                     *       "curve": true,
                     *       "venueGraduatedAt": "2026-11-22T12:00:00.000Z",
                     *       "successor": {
                     *         "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "txHash": "text"
                     *       },
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "tradingSince": "2026-11-22T12:00:00.000Z",
                     *       "boundAt": "2026-11-22T12:00:00.000Z",
                     *       "earlierScores": 1,
                     *       "otherTokens": {
                     *         "count": 1,
                     *         "tokens": [
                     *           "text"
                     *         ]
                     *       },
                     *       "outcomes": [
                     *         {
                     *           "horizon": "24h",
                     *           "outcome": "graduated",
                     *           "cause": "text",
                     *           "seenAt": "2026-11-22T12:00:00.000Z",
                     *           "rules": "text",
                     *           "dueAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "graduation": {
                     *         "graduatedAt": "2026-11-22T12:00:00.000Z",
                     *         "leastDepth": 1,
                     *         "rules": "text"
                     *       },
                     *       "corrections": [
                     *         {
                     *           "subject": "text",
                     *           "reason": "not_theirs",
                     *           "explanation": "text",
                     *           "madeBy": "creator",
                     *           "replacement": {
                     *             "binding": "01a20193-38c6-7b0c-9572-29555c61970c"
                     *           },
                     *           "correctedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "attribution": "Market data: DEX Screener",
                     *       "proofs": [
                     *         {
                     *           "kind": "deployed",
                     *           "txHash": "text",
                     *           "blockNumber": 1,
                     *           "call": "text",
                     *           "shownAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenBinding"];
                };
            };
        };
    };
    bindToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                 *       "creationTx": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046"
                 *     }
                 */
                "application/json": components["schemas"]["TokenBindingRequest"];
            };
        };
        responses: {
            /** @description The launch is bound to this token already; nothing changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "chainId": 1,
                     *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "origin": "found",
                     *       "state": "pending",
                     *       "counts": true,
                     *       "reason": "scored_after_creation",
                     *       "population": "committed",
                     *       "anchored": true,
                     *       "name": "Left Sock",
                     *       "symbol": "SOCK",
                     *       "nameDiffers": true,
                     *       "examinedBy": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "venue": "text",
                     *       "curve": true,
                     *       "venueGraduatedAt": "2026-11-22T12:00:00.000Z",
                     *       "successor": {
                     *         "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "txHash": "text"
                     *       },
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "tradingSince": "2026-11-22T12:00:00.000Z",
                     *       "boundAt": "2026-11-22T12:00:00.000Z",
                     *       "earlierScores": 1,
                     *       "otherTokens": {
                     *         "count": 1,
                     *         "tokens": [
                     *           "text"
                     *         ]
                     *       },
                     *       "outcomes": [
                     *         {
                     *           "horizon": "24h",
                     *           "outcome": "graduated",
                     *           "cause": "text",
                     *           "seenAt": "2026-11-22T12:00:00.000Z",
                     *           "rules": "text",
                     *           "dueAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "graduation": {
                     *         "graduatedAt": "2026-11-22T12:00:00.000Z",
                     *         "leastDepth": 1,
                     *         "rules": "text"
                     *       },
                     *       "corrections": [
                     *         {
                     *           "subject": "text",
                     *           "reason": "not_theirs",
                     *           "explanation": "text",
                     *           "madeBy": "creator",
                     *           "replacement": {
                     *             "binding": "01a20193-38c6-7b0c-9572-29555c61970c"
                     *           },
                     *           "correctedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "attribution": "Market data: DEX Screener",
                     *       "proofs": [
                     *         {
                     *           "kind": "deployed",
                     *           "txHash": "text",
                     *           "blockNumber": 1,
                     *           "call": "text",
                     *           "shownAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenBinding"];
                };
            };
            /** @description The binding, with what the chain shows */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "chainId": 1,
                     *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "origin": "found",
                     *       "state": "pending",
                     *       "counts": true,
                     *       "reason": "scored_after_creation",
                     *       "population": "committed",
                     *       "anchored": true,
                     *       "name": "Left Sock",
                     *       "symbol": "SOCK",
                     *       "nameDiffers": true,
                     *       "examinedBy": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "venue": "text",
                     *       "curve": true,
                     *       "venueGraduatedAt": "2026-11-22T12:00:00.000Z",
                     *       "successor": {
                     *         "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "txHash": "text"
                     *       },
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "tradingSince": "2026-11-22T12:00:00.000Z",
                     *       "boundAt": "2026-11-22T12:00:00.000Z",
                     *       "earlierScores": 1,
                     *       "otherTokens": {
                     *         "count": 1,
                     *         "tokens": [
                     *           "text"
                     *         ]
                     *       },
                     *       "outcomes": [
                     *         {
                     *           "horizon": "24h",
                     *           "outcome": "graduated",
                     *           "cause": "text",
                     *           "seenAt": "2026-11-22T12:00:00.000Z",
                     *           "rules": "text",
                     *           "dueAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "graduation": {
                     *         "graduatedAt": "2026-11-22T12:00:00.000Z",
                     *         "leastDepth": 1,
                     *         "rules": "text"
                     *       },
                     *       "corrections": [
                     *         {
                     *           "subject": "text",
                     *           "reason": "not_theirs",
                     *           "explanation": "text",
                     *           "madeBy": "creator",
                     *           "replacement": {
                     *             "binding": "01a20193-38c6-7b0c-9572-29555c61970c"
                     *           },
                     *           "correctedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "attribution": "Market data: DEX Screener",
                     *       "proofs": [
                     *         {
                     *           "kind": "deployed",
                     *           "txHash": "text",
                     *           "blockNumber": 1,
                     *           "call": "text",
                     *           "shownAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenBinding"];
                };
            };
            /** @description Pending: the chain does not show the creation yet. The service checks again for 48 hours */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "chainId": 1,
                     *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "origin": "found",
                     *       "state": "pending",
                     *       "counts": true,
                     *       "reason": "scored_after_creation",
                     *       "population": "committed",
                     *       "anchored": true,
                     *       "name": "Left Sock",
                     *       "symbol": "SOCK",
                     *       "nameDiffers": true,
                     *       "examinedBy": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "venue": "text",
                     *       "curve": true,
                     *       "venueGraduatedAt": "2026-11-22T12:00:00.000Z",
                     *       "successor": {
                     *         "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "txHash": "text"
                     *       },
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "tradingSince": "2026-11-22T12:00:00.000Z",
                     *       "boundAt": "2026-11-22T12:00:00.000Z",
                     *       "earlierScores": 1,
                     *       "otherTokens": {
                     *         "count": 1,
                     *         "tokens": [
                     *           "text"
                     *         ]
                     *       },
                     *       "outcomes": [
                     *         {
                     *           "horizon": "24h",
                     *           "outcome": "graduated",
                     *           "cause": "text",
                     *           "seenAt": "2026-11-22T12:00:00.000Z",
                     *           "rules": "text",
                     *           "dueAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "graduation": {
                     *         "graduatedAt": "2026-11-22T12:00:00.000Z",
                     *         "leastDepth": 1,
                     *         "rules": "text"
                     *       },
                     *       "corrections": [
                     *         {
                     *           "subject": "text",
                     *           "reason": "not_theirs",
                     *           "explanation": "text",
                     *           "madeBy": "creator",
                     *           "replacement": {
                     *             "binding": "01a20193-38c6-7b0c-9572-29555c61970c"
                     *           },
                     *           "correctedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "attribution": "Market data: DEX Screener",
                     *       "proofs": [
                     *         {
                     *           "kind": "deployed",
                     *           "txHash": "text",
                     *           "blockNumber": 1,
                     *           "call": "text",
                     *           "shownAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenBinding"];
                };
            };
        };
    };
    getTokenDenialMessage: {
        parameters: {
            query: {
                /** @description the contract of the launched token: 0x followed by 40 hex digits, in lower, upper or EIP-55 case */
                tokenAddress: string;
            };
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The six lines to sign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageToSign"];
                };
            };
        };
    };
    denyToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                 *     }
                 */
                "application/json": components["schemas"]["TokenDenialRequest"];
            };
        };
        responses: {
            /** @description The creator has denied this token already; nothing changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "chainId": 1,
                     *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "deniedAt": "2026-11-22T12:00:00.000Z",
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenDenial"];
                };
            };
            /** @description The denial. The launch is no longer bound to the token */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "chainId": 1,
                     *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "deniedAt": "2026-11-22T12:00:00.000Z",
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenDenial"];
                };
            };
        };
    };
    getNamedTokensMessage: {
        parameters: {
            query: {
                /** @description When the message was made, with a UTC offset: within 5 minutes of the current time */
                issuedAt: string;
            };
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The five lines to sign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageToSign"];
                };
            };
        };
    };
    listNamedTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *       "issuedAt": "2026-11-22T12:00:00.000Z",
                 *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f"
                 *     }
                 */
                "application/json": components["schemas"]["NamedTokensRequest"];
            };
        };
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "chainId": 1,
                     *           "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "venue": "text",
                     *           "creationTx": "text",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "foundAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NamedTokens"];
                };
            };
        };
    };
    listObservations: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 500; defaults to 100 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "curve": true,
                     *       "venueGraduatedAt": "2026-11-22T12:00:00.000Z",
                     *       "successor": {
                     *         "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "txHash": "text"
                     *       },
                     *       "tradingSince": "2026-11-22T12:00:00.000Z",
                     *       "observing": true,
                     *       "observations": [
                     *         {
                     *           "seenAt": "2026-11-22T12:00:00.000Z",
                     *           "ageHours": 1,
                     *           "state": "seen",
                     *           "depth": 1,
                     *           "partial": true,
                     *           "chainDepth": 1,
                     *           "buys": 1,
                     *           "sells": 1,
                     *           "volume": 1,
                     *           "price": 1,
                     *           "pairs": 1,
                     *           "counted": 1,
                     *           "removal": {
                     *             "share": 1,
                     *             "by": "insider",
                     *             "txHash": "text"
                     *           },
                     *           "cannotSell": true
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text",
                     *       "attribution": "Market data: DEX Screener"
                     *     }
                     */
                    "application/json": components["schemas"]["LaunchObservations"];
                };
            };
        };
    };
    attendLaunch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "session": "order-1"
                 *     }
                 */
                "application/json": components["schemas"]["Attendance"];
            };
        };
        responses: {
            /** @description The view was received */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    publishScore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The existing attestation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "published",
                     *       "attestationId": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "subject": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "schemaId": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "digest": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "txHash": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "chainId": 1,
                     *       "contract": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "attester": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "refersTo": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "blockNumber": 1,
                     *       "publishedAt": "2026-11-22T12:00:00.000Z",
                     *       "revokedAt": "2026-11-22T12:00:00.000Z",
                     *       "revocationReason": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Attestation"];
                };
            };
            /** @description The attestation that this request published */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "published",
                     *       "attestationId": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "subject": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "schemaId": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "digest": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "txHash": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "chainId": 1,
                     *       "contract": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "attester": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "refersTo": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "blockNumber": 1,
                     *       "publishedAt": "2026-11-22T12:00:00.000Z",
                     *       "revokedAt": "2026-11-22T12:00:00.000Z",
                     *       "revocationReason": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Attestation"];
                };
            };
            /** @description Accepted; the attestation is pending. Send the request again to see its state */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending",
                     *       "txHash": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "notice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["PendingAttestation"];
                };
            };
        };
    };
    getPushKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service’s public VAPID key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publicKey": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["PushKey"];
                };
            };
        };
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://launch.example/",
                 *       "expirationTime": 1,
                 *       "keys": {
                 *         "p256dh": "5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1",
                 *         "auth": "5f3b8c1d7e92a0465f3b8c=="
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PushRegistration"];
            };
        };
        responses: {
            /** @description This browser was already subscribed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "endpoint": "https://acme.example/hooks/launchscore",
                     *       "createdAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscribed"];
                };
            };
            /** @description The new subscription */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "endpoint": "https://acme.example/hooks/launchscore",
                     *       "createdAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscribed"];
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
                /** @description The `id` from the response to the subscription */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription was deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOembed: {
        parameters: {
            query: {
                /** @description The address of a score’s page or a launch’s page of this deployment */
                url: string;
                /** @description `json`, which is also the default */
                format?: string;
                /** @description The maximum width in pixels */
                maxwidth?: number;
                /** @description The maximum height in pixels */
                maxheight?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card as a photo */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "1.0",
                     *       "type": "photo",
                     *       "title": "text",
                     *       "url": "https://launch.example/",
                     *       "width": 1,
                     *       "height": 1,
                     *       "provider_name": "text",
                     *       "provider_url": "https://launch.example/",
                     *       "cache_age": 1
                     *     }
                     */
                    "application/json": components["schemas"]["OembedPhoto"];
                };
            };
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the hash of an image: 64 hex digits in lower case */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stored copy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example (the bytes of the image) */
                    "image/png": string;
                    /** @example (the bytes of the image) */
                    "image/jpeg": string;
                };
            };
        };
    };
    getLlmsText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Markdown (llmstxt.org) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example # Launchscore */
                    "text/plain": string;
                };
            };
        };
    };
    getLlmsFullText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Markdown (llmstxt.org) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example # Launchscore */
                    "text/plain": string;
                };
            };
        };
    };
    getScoreByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address of the token contract */
                tokenAddress: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "aggregate": 1,
                     *       "band": "green",
                     *       "warnings": [
                     *         {
                     *           "code": "honeypot",
                     *           "severity": "critical",
                     *           "signal": "meme",
                     *           "message": "text",
                     *           "source": "text"
                     *         }
                     *       ],
                     *       "hasStubs": true,
                     *       "confidence": "preliminary",
                     *       "stubbedSignals": [
                     *         "meme"
                     *       ],
                     *       "signals": {
                     *         "meme": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "creator": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "image": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "name": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "social": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         },
                     *         "risk": {
                     *           "score": 82,
                     *           "reason": "Short, readable, consistently written name.",
                     *           "stub": false,
                     *           "confidence": null
                     *         }
                     *       },
                     *       "explanation": {
                     *         "summary": "The score is amber at 65.45: name is its strongest signal (100), creator its weakest (20).",
                     *         "contributions": [
                     *           {
                     *             "signal": "meme",
                     *             "weight": 1,
                     *             "effectiveWeight": 1,
                     *             "score": 1,
                     *             "contribution": 1
                     *           }
                     *         ]
                     *       },
                     *       "promptVersion": "launch-score@1.2.0",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "submission": {
                     *         "name": "Left Sock",
                     *         "symbol": "SOCK",
                     *         "description": "Every washing machine takes one. This is the token of the other.",
                     *         "imageUrl": "https://images.example/left-sock.png",
                     *         "xHandle": "@leftsock",
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                     *       },
                     *       "creatorProof": "signature",
                     *       "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "boundContract": "text",
                     *       "earlierSubmissions": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "resemblance": "picture",
                     *           "isEnrolled": true
                     *         }
                     *       ],
                     *       "test": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScoreResult"];
                };
            };
        };
    };
    listLaunches: {
        parameters: {
            query?: {
                /** @description Only launches in this band */
                band?: "green" | "amber" | "red";
                /** @description Has no effect: this list has only enrolled launches */
                signed?: boolean;
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "launches": [
                     *         {
                     *           "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "imageUrl": "https://images.example/left-sock.png",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "outcome": "graduated",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "isCopy": true,
                     *           "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *           "enrolledAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["LaunchList"];
                };
            };
        };
    };
    listLeaderboards: {
        parameters: {
            query?: {
                /** @description The time window; defaults to 24h */
                window?: "24h" | "7d" | "all";
                /** @description The maximum number of items per list, 1 to 50; defaults to 10 */
                limit?: number;
                /** @description true: only enrolled scores; defaults to false */
                signed?: boolean;
                /** @description Only launches in this band */
                band?: "green" | "amber" | "red";
                /** @description the `nextCursor` of an earlier response for the same leaderboard, unchanged */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best and the worst launches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "window": "text",
                     *       "limit": 1,
                     *       "best": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "outcome": "graduated",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "isCopy": true,
                     *           "createdAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "worst": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "outcome": "graduated",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "isCopy": true,
                     *           "createdAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "bestCount": 1,
                     *       "worstCount": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Leaderboards"];
                };
            };
        };
    };
    getCreator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The creator’s wallet address */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile; all zeros for a wallet without enrollments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "totalEnrolled": 1,
                     *       "bands": {
                     *         "green": 1,
                     *         "amber": 1,
                     *         "red": 1
                     *       },
                     *       "launches": [
                     *         {
                     *           "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "imageUrl": "https://images.example/left-sock.png",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "outcome": "graduated",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "isCopy": true,
                     *           "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *           "enrolledAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreatorProfile"];
                };
            };
        };
    };
    listGraduates: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "graduates": [
                     *         {
                     *           "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "chainId": 1,
                     *           "population": "committed",
                     *           "anchored": true,
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "outcome": "graduated",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "scoredAt": "2026-11-22T12:00:00.000Z",
                     *           "tradingSince": "2026-11-22T12:00:00.000Z",
                     *           "graduatedAt": "2026-11-22T12:00:00.000Z",
                     *           "leastDepth": 1,
                     *           "venueGraduatedAt": "2026-11-22T12:00:00.000Z",
                     *           "since": {
                     *             "outcome": "text",
                     *             "horizon": "text",
                     *             "at": "2026-11-22T12:00:00.000Z"
                     *           },
                     *           "rules": "text"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "observing": true,
                     *       "nextCursor": "text",
                     *       "asOf": "2026-11-22T12:00:00.000Z",
                     *       "attribution": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Graduates"];
                };
            };
        };
    };
    getTrackRecord: {
        parameters: {
            query?: {
                /** @description Time after trading began; defaults to 30d */
                horizon?: "24h" | "7d" | "30d" | "90d";
                /** @description `committed`: enrolled before the token existed; `observed`: scored before it; defaults to committed */
                population?: "committed" | "observed";
                /** @description One token per creator, or every token; defaults to creator */
                unit?: "creator" | "token";
                /** @description the major version of the prompt; defaults to the active one */
                version?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "asOf": "2026-11-22T12:00:00.000Z",
                     *       "observing": true,
                     *       "horizon": "24h",
                     *       "population": "committed",
                     *       "unit": "creator",
                     *       "version": 1,
                     *       "rules": "text",
                     *       "claims": "text",
                     *       "funnel": {
                     *         "scored": 1,
                     *         "enrolled": 1,
                     *         "launched": 1,
                     *         "anchored": 1,
                     *         "untraded": 1,
                     *         "neverLaunched": 1,
                     *         "traded": 1,
                     *         "due": 1,
                     *         "known": 1,
                     *         "unknown": 1
                     *       },
                     *       "outcomes": {
                     *         "graduated": 1,
                     *         "alive": 1,
                     *         "dead": 1,
                     *         "rugged": 1,
                     *         "unknown": {}
                     *       },
                     *       "bands": [
                     *         {
                     *           "band": "green",
                     *           "scored": 1,
                     *           "enrolled": 1,
                     *           "launched": 1,
                     *           "untraded": 1,
                     *           "neverLaunched": 1,
                     *           "traded": 1,
                     *           "due": 1,
                     *           "known": 1,
                     *           "unknown": 1,
                     *           "good": 1,
                     *           "share": 1,
                     *           "interval": [
                     *             1
                     *           ],
                     *           "bounds": [
                     *             1
                     *           ],
                     *           "claimed": 1,
                     *           "rugged": 1
                     *         }
                     *       ],
                     *       "ranking": {},
                     *       "calibration": {},
                     *       "survival": [
                     *         {}
                     *       ],
                     *       "needs": {
                     *         "known": 1,
                     *         "good": 1,
                     *         "bad": 1
                     *       },
                     *       "tests": [
                     *         {
                     *           "id": "H1",
                     *           "look": 1,
                     *           "known": 1,
                     *           "state": "waiting",
                     *           "z": 1,
                     *           "band": "green"
                     *         }
                     *       ],
                     *       "sealed": {
                     *         "day": "text",
                     *         "digest": "text",
                     *         "stampTx": "text"
                     *       },
                     *       "attribution": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["TrackRecord"];
                };
            };
        };
    };
    getTrackRecordClaims: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "text",
                     *       "fixedAt": "2026-11-22T12:00:00.000Z",
                     *       "digest": "text",
                     *       "text": "text",
                     *       "sealed": {
                     *         "day": "text",
                     *         "digest": "text",
                     *         "stampTx": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackRecordClaims"];
                };
            };
        };
    };
    listRecordDays: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 500; defaults to 100 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "day": "2026-11-22",
                     *           "lines": 1,
                     *           "bytes": 1,
                     *           "fileDigest": "text",
                     *           "digest": "text",
                     *           "stampTx": "text"
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["RecordDays"];
                };
            };
        };
    };
    getRecordDay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description a UTC day like 2026-11-20.ndjson */
                day: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row of the record per line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"at":"2026-11-20T12:00:00.000Z","kind":"start"} */
                    "application/x-ndjson": string;
                };
            };
        };
    };
    exportTrackRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description export.csv or export.ndjson */
                file: "export.csv" | "export.ndjson";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One launch per line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example scoreRequestId,aggregate,band */
                    "text/csv": string;
                    /** @example {"at":"2026-11-20T12:00:00.000Z","kind":"start"} */
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listEvaluations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 10 runs and 90 days of anchors, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "promptVersion": "launch-score@1.2.0",
                     *           "provider": "text",
                     *           "model": "text",
                     *           "resolvedModel": "text",
                     *           "setHash": "text",
                     *           "items": 1,
                     *           "attacks": 1,
                     *           "repeats": 1,
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "finishedAt": "2026-11-22T12:00:00.000Z",
                     *           "hasPassed": true,
                     *           "summary": {
                     *             "metrics": [
                     *               {
                     *                 "group": "meme",
                     *                 "metric": "text",
                     *                 "value": 1,
                     *                 "least": 1,
                     *                 "most": 1,
                     *                 "isMissed": true
                     *               }
                     *             ],
                     *             "kinds": [
                     *               {
                     *                 "kind": 1,
                     *                 "title": "text",
                     *                 "half": "tuned",
                     *                 "attacks": 1,
                     *                 "succeeded": [
                     *                   "text"
                     *                 ],
                     *                 "low": 1,
                     *                 "high": 1,
                     *                 "falseCaps": 1
                     *               }
                     *             ],
                     *             "calls": 1,
                     *             "inputTokens": 1,
                     *             "outputTokens": 1,
                     *             "cost": 1,
                     *             "latencyMs": {
                     *               "p50": 1,
                     *               "p95": 1
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "anchors": [
                     *         {
                     *           "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "promptVersion": "launch-score@1.2.0",
                     *           "provider": "text",
                     *           "model": "text",
                     *           "resolvedModel": "text",
                     *           "finishedAt": "2026-11-22T12:00:00.000Z",
                     *           "items": 1,
                     *           "mean": 1,
                     *           "shift": 1,
                     *           "bandFlips": 1,
                     *           "isOtherModel": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Evaluations"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description The address of a token contract or wallet, the id of a score, or a part of a name or ticker: 1 to 100 characters after trimming */
                q: string;
                /** @description The maximum number of results, 1 to 20; defaults to 10 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best matches first; empty when nothing matches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "match": "contract",
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "outcome": "graduated",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "confidence": "preliminary",
                     *           "isSigned": true,
                     *           "isCopy": true,
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "createdAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
        };
    };
    resolveWalletName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A name like `alice.base.eth`, in upper or lower case */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet that the name stands for now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Left Sock",
                     *       "address": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "chainId": 1
                     *     }
                     */
                    "application/json": components["schemas"]["WalletName"];
                };
            };
        };
    };
    listPrompts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active": "text",
                     *       "versions": [
                     *         {
                     *           "id": "launch-score@1.1.0",
                     *           "isActive": true,
                     *           "sha256": "5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *           "files": [
                     *             {
                     *               "name": "Left Sock",
                     *               "sha256": "5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a046"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "activations": [
                     *         {
                     *           "version": "launch-score@1.1.0",
                     *           "activatedAt": "2026-11-22T12:00:00.000Z",
                     *           "reason": "Short, readable, consistently written name. [name-rules@1.2.0]"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PromptVersions"];
                };
            };
        };
    };
    getPromptDiff: {
        parameters: {
            query: {
                /** @description the version before, `<name>@<semver>` */
                from: string;
                /** @description the version after, `<name>@<semver>` */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unified diff */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "launch-score@1.1.0",
                     *       "to": "launch-score@1.1.0",
                     *       "diff": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["PromptDiff"];
                };
            };
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page, which loads nothing from other hosts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><title>Launchscore API</title> */
                    "text/html": string;
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key of the request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "prefix": "lsc_live_3ip3ZuQg",
                     *       "label": "Acme launchpad",
                     *       "tier": "free",
                     *       "test": true,
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "endsAt": "2026-11-22T12:00:00.000Z",
                     *       "limits": {
                     *         "requests": {
                     *           "quota": 1,
                     *           "remaining": 1,
                     *           "resetSeconds": 1
                     *         },
                     *         "scores": {
                     *           "quota": 1,
                     *           "remaining": 1,
                     *           "resetsAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       },
                     *       "usage": [
                     *         {
                     *           "date": "2026-11-22",
                     *           "requests": 1,
                     *           "scores": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KeyHolder"];
                };
            };
        };
    };
    listOwnScores: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
                /** @description Only scores of this band */
                band?: "green" | "amber" | "red";
                /** @description Only preliminary or only final scores */
                confidence?: "preliminary" | "final";
                /** @description Only scores with this creator */
                creatorAddress?: string;
                /** @description Only scores with this token contract */
                contractAddress?: string;
                /** @description Only scores made after this time, with a UTC offset */
                createdAfter?: string;
                /** @description Only scores made before this time, with a UTC offset */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scores": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "outcome": "graduated",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "hasStubs": true,
                     *           "test": true,
                     *           "promptVersion": "launch-score@1.2.0",
                     *           "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "createdAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnScores"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "sub_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *           "endpoint": "https://acme.example/hooks/launchscore",
                     *           "events": [
                     *             "score.created"
                     *           ],
                     *           "active": true,
                     *           "description": "Every washing machine takes one. This is the token of the other.",
                     *           "filters": {
                     *             "own": true,
                     *             "bands": [
                     *               "green"
                     *             ],
                     *             "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *             "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *             "minAggregate": 1
                     *           },
                     *           "include": [
                     *             "name"
                     *           ],
                     *           "retryPolicy": "specification",
                     *           "format": "specification",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "pausedUntil": "2026-11-22T12:00:00.000Z",
                     *           "disabledReason": "owner",
                     *           "lastSuccessAt": "2026-11-22T12:00:00.000Z",
                     *           "lastFailureAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscriptions"];
                };
            };
        };
    };
    subscribeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1–255 visible ASCII characters; a request with the same key and body within 24 h returns the first record */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://acme.example/hooks/launchscore",
                 *       "events": [
                 *         "score.created"
                 *       ],
                 *       "secret": "ed2b91f0c7a84d65b3fe90172c58a6d4",
                 *       "description": "Every washing machine takes one. This is the token of the other.",
                 *       "filters": {
                 *         "own": true,
                 *         "bands": [
                 *           "green"
                 *         ],
                 *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *         "minAggregate": 1
                 *       },
                 *       "include": [
                 *         "name"
                 *       ],
                 *       "retryPolicy": "specification",
                 *       "format": "specification"
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhookSubscription"];
            };
        };
        responses: {
            /** @description The subscription that an earlier request with this Idempotency-Key made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "endpoint": "https://acme.example/hooks/launchscore",
                     *       "events": [
                     *         "score.created"
                     *       ],
                     *       "active": true,
                     *       "description": "Every washing machine takes one. This is the token of the other.",
                     *       "filters": {
                     *         "own": true,
                     *         "bands": [
                     *           "green"
                     *         ],
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "minAggregate": 1
                     *       },
                     *       "include": [
                     *         "name"
                     *       ],
                     *       "retryPolicy": "specification",
                     *       "format": "specification",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "pausedUntil": "2026-11-22T12:00:00.000Z",
                     *       "disabledReason": "owner",
                     *       "lastSuccessAt": "2026-11-22T12:00:00.000Z",
                     *       "lastFailureAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
            /** @description The subscription */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "endpoint": "https://acme.example/hooks/launchscore",
                     *       "events": [
                     *         "score.created"
                     *       ],
                     *       "active": true,
                     *       "description": "Every washing machine takes one. This is the token of the other.",
                     *       "filters": {
                     *         "own": true,
                     *         "bands": [
                     *           "green"
                     *         ],
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "minAggregate": 1
                     *       },
                     *       "include": [
                     *         "name"
                     *       ],
                     *       "retryPolicy": "specification",
                     *       "format": "specification",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "pausedUntil": "2026-11-22T12:00:00.000Z",
                     *       "disabledReason": "owner",
                     *       "lastSuccessAt": "2026-11-22T12:00:00.000Z",
                     *       "lastFailureAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "endpoint": "https://acme.example/hooks/launchscore",
                     *       "events": [
                     *         "score.created"
                     *       ],
                     *       "active": true,
                     *       "description": "Every washing machine takes one. This is the token of the other.",
                     *       "filters": {
                     *         "own": true,
                     *         "bands": [
                     *           "green"
                     *         ],
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "minAggregate": 1
                     *       },
                     *       "include": [
                     *         "name"
                     *       ],
                     *       "retryPolicy": "specification",
                     *       "format": "specification",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "pausedUntil": "2026-11-22T12:00:00.000Z",
                     *       "disabledReason": "owner",
                     *       "lastSuccessAt": "2026-11-22T12:00:00.000Z",
                     *       "lastFailureAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
        };
    };
    unsubscribeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription was deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://acme.example/hooks/launchscore",
                 *       "events": [
                 *         "score.created"
                 *       ],
                 *       "description": "Every washing machine takes one. This is the token of the other.",
                 *       "filters": {
                 *         "own": true,
                 *         "bands": [
                 *           "green"
                 *         ],
                 *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *         "minAggregate": 1
                 *       },
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookSubscriptionChange"];
            };
        };
        responses: {
            /** @description The changed subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "endpoint": "https://acme.example/hooks/launchscore",
                     *       "events": [
                     *         "score.created"
                     *       ],
                     *       "active": true,
                     *       "description": "Every washing machine takes one. This is the token of the other.",
                     *       "filters": {
                     *         "own": true,
                     *         "bands": [
                     *           "green"
                     *         ],
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "minAggregate": 1
                     *       },
                     *       "include": [
                     *         "name"
                     *       ],
                     *       "retryPolicy": "specification",
                     *       "format": "specification",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "pausedUntil": "2026-11-22T12:00:00.000Z",
                     *       "disabledReason": "owner",
                     *       "lastSuccessAt": "2026-11-22T12:00:00.000Z",
                     *       "lastFailureAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
                state?: "pending" | "sending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "dlv_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *           "eventId": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *           "event": "text",
                     *           "state": "pending",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "nextAttemptAt": "2026-11-22T12:00:00.000Z",
                     *           "endedAt": "2026-11-22T12:00:00.000Z",
                     *           "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *           "attempts": [
                     *             {
                     *               "startedAt": "2026-11-22T12:00:00.000Z",
                     *               "durationMs": 1,
                     *               "status": 1,
                     *               "error": "text",
                     *               "answer": "text"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pausedUntil": "2026-11-22T12:00:00.000Z",
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
                /** @description the id of one of the subscription’s deliveries */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, its attempts and its body */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "eventId": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "event": "text",
                     *       "state": "pending",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "nextAttemptAt": "2026-11-22T12:00:00.000Z",
                     *       "endedAt": "2026-11-22T12:00:00.000Z",
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "attempts": [
                     *         {
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "durationMs": 1,
                     *           "status": 1,
                     *           "error": "text",
                     *           "answer": "text"
                     *         }
                     *       ],
                     *       "body": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryWithBody"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
                /** @description the id of one of the subscription’s deliveries */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is queued again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "eventId": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "event": "text",
                     *       "state": "pending",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "nextAttemptAt": "2026-11-22T12:00:00.000Z",
                     *       "endedAt": "2026-11-22T12:00:00.000Z",
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "attempts": [
                     *         {
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "durationMs": 1,
                     *           "status": 1,
                     *           "error": "text",
                     *           "answer": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-22T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Recovery"];
            };
        };
        responses: {
            /** @description The deliveries are queued again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovered": 1,
                     *       "isComplete": true
                     *     }
                     */
                    "application/json": components["schemas"]["Recovered"];
                };
            };
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
                /** @description `oldest` (default): from the cursor on, or from the oldest event. `newest`: the last events, newest first; continue from its `cursor` with what comes later */
                order?: "oldest" | "newest";
            };
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first, unless `order` is `newest` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "deliveryId": "text",
                     *           "event": "text",
                     *           "body": "text"
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "cursor": "text",
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of `webhook.test`, signed and logged like any other */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "eventId": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "event": "text",
                     *       "state": "pending",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "nextAttemptAt": "2026-11-22T12:00:00.000Z",
                     *       "endedAt": "2026-11-22T12:00:00.000Z",
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "attempts": [
                     *         {
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "durationMs": 1,
                     *           "status": 1,
                     *           "error": "text",
                     *           "answer": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "secret": "ed2b91f0c7a84d65b3fe90172c58a6d4"
                 *     }
                 */
                "application/json": components["schemas"]["NewSecret"];
            };
        };
        responses: {
            /** @description The new secret signs from now on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "previousUntil": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of one of your subscriptions */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription, active and not paused */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                     *       "endpoint": "https://acme.example/hooks/launchscore",
                     *       "events": [
                     *         "score.created"
                     *       ],
                     *       "active": true,
                     *       "description": "Every washing machine takes one. This is the token of the other.",
                     *       "filters": {
                     *         "own": true,
                     *         "bands": [
                     *           "green"
                     *         ],
                     *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *         "minAggregate": 1
                     *       },
                     *       "include": [
                     *         "name"
                     *       ],
                     *       "retryPolicy": "specification",
                     *       "format": "specification",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "pausedUntil": "2026-11-22T12:00:00.000Z",
                     *       "disabledReason": "owner",
                     *       "lastSuccessAt": "2026-11-22T12:00:00.000Z",
                     *       "lastFailureAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prometheus text format */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example # Launchscore */
                    "text/plain": string;
                };
            };
        };
    };
    dispatchNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the round */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "claimed": 1,
                     *       "sent": 1,
                     *       "retried": 1,
                     *       "failed": 1,
                     *       "skipped": 1,
                     *       "cancelled": 1
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationTick"];
                };
            };
        };
    };
    getAdminStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scores": {
                     *         "total": 1,
                     *         "final": 1,
                     *         "preliminary": 1,
                     *         "rescores": 1,
                     *         "bands": {
                     *           "green": 1,
                     *           "amber": 1,
                     *           "red": 1
                     *         }
                     *       },
                     *       "enrollments": {
                     *         "total": 1,
                     *         "bands": {
                     *           "green": 1,
                     *           "amber": 1,
                     *           "red": 1
                     *         }
                     *       },
                     *       "attestations": {
                     *         "published": 1
                     *       },
                     *       "keys": {
                     *         "total": 1,
                     *         "active": 1,
                     *         "revoked": 1,
                     *         "tiers": {
                     *           "free": 1,
                     *           "pro": 1,
                     *           "enterprise": 1
                     *         }
                     *       },
                     *       "asOf": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminStats"];
                };
            };
        };
    };
    listAdminScores: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
                /** @description Only this band */
                band?: "green" | "amber" | "red";
                /** @description Only entries of this creator */
                creatorAddress?: string;
                /** @description Only preliminary or only final scores */
                confidence?: "preliminary" | "final";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scores": [
                     *         {
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "hasStubs": true,
                     *           "promptVersion": "launch-score@1.2.0",
                     *           "rescoredFrom": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "hiddenReason": "text",
                     *           "createdAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminScores"];
                };
            };
        };
    };
    listAdminEnrollments: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
                /** @description Only this band */
                band?: "green" | "amber" | "red";
                /** @description Only entries of this creator */
                creatorAddress?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enrollments": [
                     *         {
                     *           "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "aggregate": 1,
                     *           "band": "green",
                     *           "warnings": [
                     *             "honeypot"
                     *           ],
                     *           "verifiedBy": "key",
                     *           "hiddenReason": "text",
                     *           "scheduledFor": "2026-11-22T12:00:00.000Z",
                     *           "enrolledAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminEnrollments"];
                };
            };
        };
    };
    listAdminKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "prefix": "lsc_live_3ip3ZuQg",
                     *           "tier": "free",
                     *           "test": true,
                     *           "vouch": true,
                     *           "label": "Acme launchpad",
                     *           "owner": "ops@acme.example",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "lastUsedAt": "2026-11-22T12:00:00.000Z",
                     *           "revokedAt": "2026-11-22T12:00:00.000Z",
                     *           "expiresAt": "2026-11-22T12:00:00.000Z",
                     *           "endsAt": "2026-11-22T12:00:00.000Z",
                     *           "rootId": "01a20193-38c6-7b0c-9572-29555c61970c"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AdminKeys"];
                };
            };
        };
    };
    approveLaunch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an enrollment or of its score */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "approvedBy": "text",
                     *       "approvedAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LaunchApproval"];
                };
            };
        };
    };
    hideScore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                 *       "identity": true
                 *     }
                 */
                "application/json": components["schemas"]["ScoreTakedown"];
            };
        };
        responses: {
            /** @description The new entry in the log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "action": "hidden",
                     *       "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "identity": true,
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "actor": "text",
                     *       "doneAt": "2026-11-22T12:00:00.000Z",
                     *       "isHidden": true,
                     *       "sameImage": [
                     *         "01a20193-38c6-7b0c-9572-29555c61970c"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Takedown"];
                };
            };
        };
    };
    unhideScore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of a score */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]"
                 *     }
                 */
                "application/json": components["schemas"]["TakedownReason"];
            };
        };
        responses: {
            /** @description The new entry in the log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "action": "hidden",
                     *       "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "identity": true,
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "actor": "text",
                     *       "doneAt": "2026-11-22T12:00:00.000Z",
                     *       "isHidden": true,
                     *       "sameImage": [
                     *         "01a20193-38c6-7b0c-9572-29555c61970c"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Takedown"];
                };
            };
        };
    };
    hideCreator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The creator’s wallet address */
                address: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]"
                 *     }
                 */
                "application/json": components["schemas"]["TakedownReason"];
            };
        };
        responses: {
            /** @description The new entry in the log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "action": "hidden",
                     *       "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "identity": true,
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "actor": "text",
                     *       "doneAt": "2026-11-22T12:00:00.000Z",
                     *       "isHidden": true,
                     *       "sameImage": [
                     *         "01a20193-38c6-7b0c-9572-29555c61970c"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Takedown"];
                };
            };
        };
    };
    unhideCreator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The creator’s wallet address */
                address: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]"
                 *     }
                 */
                "application/json": components["schemas"]["TakedownReason"];
            };
        };
        responses: {
            /** @description The new entry in the log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "action": "hidden",
                     *       "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "identity": true,
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "actor": "text",
                     *       "doneAt": "2026-11-22T12:00:00.000Z",
                     *       "isHidden": true,
                     *       "sameImage": [
                     *         "01a20193-38c6-7b0c-9572-29555c61970c"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Takedown"];
                };
            };
        };
    };
    listAdminTakedowns: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "takedowns": [
                     *         {
                     *           "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "action": "hidden",
                     *           "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "identity": true,
                     *           "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *           "actor": "text",
                     *           "doneAt": "2026-11-22T12:00:00.000Z",
                     *           "isHidden": true
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminTakedowns"];
                };
            };
        };
    };
    listAppeals: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
                /** @description Defaults to both */
                state?: "open" | "answered";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appeals": [
                     *         {
                     *           "appealId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *           "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *           "state": "open",
                     *           "appealedAt": "2026-11-22T12:00:00.000Z",
                     *           "outcome": "upheld",
                     *           "answer": "text",
                     *           "answeredAt": "2026-11-22T12:00:00.000Z",
                     *           "rescoredAs": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "message": "text",
                     *           "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                     *           "name": "Left Sock",
                     *           "symbol": "SOCK",
                     *           "answeredBy": "text"
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminAppeals"];
                };
            };
        };
    };
    answerAppeal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an appeal */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "upheld",
                 *       "answer": "text",
                 *       "rescore": true
                 *     }
                 */
                "application/json": components["schemas"]["AppealAnswer"];
            };
        };
        responses: {
            /** @description The answered appeal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appealId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                     *       "reason": "Short, readable, consistently written name. [name-rules@1.2.0]",
                     *       "state": "open",
                     *       "appealedAt": "2026-11-22T12:00:00.000Z",
                     *       "outcome": "upheld",
                     *       "answer": "text",
                     *       "answeredAt": "2026-11-22T12:00:00.000Z",
                     *       "rescoredAs": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "message": "text",
                     *       "signature": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                     *       "name": "Left Sock",
                     *       "symbol": "SOCK",
                     *       "answeredBy": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminAppeal"];
                };
            };
        };
    };
    getAdminAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The windows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "windows": {
                     *         "24h": {
                     *           "since": "2026-11-22T12:00:00.000Z",
                     *           "scores": {
                     *             "total": 1,
                     *             "final": 1,
                     *             "preliminary": 1,
                     *             "rescores": 1,
                     *             "bands": {
                     *               "green": 1,
                     *               "amber": 1,
                     *               "red": 1
                     *             }
                     *           },
                     *           "enrollments": {
                     *             "total": 1,
                     *             "bands": {
                     *               "green": 1,
                     *               "amber": 1,
                     *               "red": 1
                     *             }
                     *           },
                     *           "attestations": {
                     *             "published": 1
                     *           },
                     *           "conversion": {
                     *             "scores": 1,
                     *             "enrolled": 1,
                     *             "attested": 1,
                     *             "enrolledShare": 1,
                     *             "attestedShare": 1
                     *           },
                     *           "model": {
                     *             "calls": 1,
                     *             "inputTokens": 1,
                     *             "outputTokens": 1,
                     *             "cachedTokens": 1,
                     *             "cachedShare": 1,
                     *             "tokensPerScore": 1,
                     *             "cost": 1,
                     *             "costPerScore": 1
                     *           }
                     *         },
                     *         "7d": {
                     *           "since": "2026-11-22T12:00:00.000Z",
                     *           "scores": {
                     *             "total": 1,
                     *             "final": 1,
                     *             "preliminary": 1,
                     *             "rescores": 1,
                     *             "bands": {
                     *               "green": 1,
                     *               "amber": 1,
                     *               "red": 1
                     *             }
                     *           },
                     *           "enrollments": {
                     *             "total": 1,
                     *             "bands": {
                     *               "green": 1,
                     *               "amber": 1,
                     *               "red": 1
                     *             }
                     *           },
                     *           "attestations": {
                     *             "published": 1
                     *           },
                     *           "conversion": {
                     *             "scores": 1,
                     *             "enrolled": 1,
                     *             "attested": 1,
                     *             "enrolledShare": 1,
                     *             "attestedShare": 1
                     *           },
                     *           "model": {
                     *             "calls": 1,
                     *             "inputTokens": 1,
                     *             "outputTokens": 1,
                     *             "cachedTokens": 1,
                     *             "cachedShare": 1,
                     *             "tokensPerScore": 1,
                     *             "cost": 1,
                     *             "costPerScore": 1
                     *           }
                     *         },
                     *         "all": {
                     *           "since": "2026-11-22T12:00:00.000Z",
                     *           "scores": {
                     *             "total": 1,
                     *             "final": 1,
                     *             "preliminary": 1,
                     *             "rescores": 1,
                     *             "bands": {
                     *               "green": 1,
                     *               "amber": 1,
                     *               "red": 1
                     *             }
                     *           },
                     *           "enrollments": {
                     *             "total": 1,
                     *             "bands": {
                     *               "green": 1,
                     *               "amber": 1,
                     *               "red": 1
                     *             }
                     *           },
                     *           "attestations": {
                     *             "published": 1
                     *           },
                     *           "conversion": {
                     *             "scores": 1,
                     *             "enrolled": 1,
                     *             "attested": 1,
                     *             "enrolledShare": 1,
                     *             "attestedShare": 1
                     *           },
                     *           "model": {
                     *             "calls": 1,
                     *             "inputTokens": 1,
                     *             "outputTokens": 1,
                     *             "cachedTokens": 1,
                     *             "cachedShare": 1,
                     *             "tokensPerScore": 1,
                     *             "cost": 1,
                     *             "costPerScore": 1
                     *           }
                     *         }
                     *       },
                     *       "keyTiers": {
                     *         "free": {
                     *           "active": 1,
                     *           "revoked": 1,
                     *           "usedLastDay": 1
                     *         },
                     *         "pro": {
                     *           "active": 1,
                     *           "revoked": 1,
                     *           "usedLastDay": 1
                     *         },
                     *         "enterprise": {
                     *           "active": 1,
                     *           "revoked": 1,
                     *           "usedLastDay": 1
                     *         }
                     *       },
                     *       "asOf": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminAnalytics"];
                };
            };
        };
    };
    getAdminStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, also while the database fails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "database": {
                     *         "state": "ok",
                     *         "fault": "disk_full",
                     *         "kind": "embedded",
                     *         "milliseconds": 1
                     *       },
                     *       "breakers": {},
                     *       "providers": [
                     *         {
                     *           "name": "model",
                     *           "state": "ok",
                     *           "milliseconds": 1
                     *         }
                     *       ],
                     *       "attester": {
                     *         "state": "ok",
                     *         "chainId": 1,
                     *         "contract": "text",
                     *         "attester": "text",
                     *         "balanceWei": "text",
                     *         "checkedAt": "2026-11-22T12:00:00.000Z"
                     *       },
                     *       "queues": [
                     *         {
                     *           "name": "Left Sock",
                     *           "due": 1,
                     *           "oldestDueSeconds": 1
                     *         }
                     *       ],
                     *       "jobs": [
                     *         {
                     *           "name": "Left Sock",
                     *           "lastSuccessAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "version": "text",
                     *       "commit": "text",
                     *       "startedAt": "2026-11-22T12:00:00.000Z",
                     *       "uptimeSeconds": 1,
                     *       "asOf": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminStatus"];
                };
            };
        };
    };
    getAdminHours: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 24 hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "hours": [
                     *         {
                     *           "hour": "2026-11-22T12:00:00.000Z",
                     *           "scores": 1,
                     *           "errors": 1,
                     *           "limited": 1,
                     *           "modelTokens": 1,
                     *           "modelCost": 1,
                     *           "delivered": 1,
                     *           "failed": 1
                     *         }
                     *       ],
                     *       "asOf": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminHours"];
                };
            };
        };
    };
    getAdminBudgets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The budgets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "budgets": [
                     *         {
                     *           "name": "model_tokens",
                     *           "used": 1,
                     *           "limit": 1,
                     *           "cost": 1
                     *         }
                     *       ],
                     *       "resetsAt": "2026-11-22T12:00:00.000Z",
                     *       "asOf": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminBudgets"];
                };
            };
        };
    };
    listLimitedCallers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those refused most first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "callers": [
                     *         {
                     *           "caller": "text",
                     *           "policy": "text",
                     *           "refused": 1,
                     *           "lastAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "asOf": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LimitedCallerList"];
                };
            };
        };
    };
    listFailingWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The longest failing first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "text",
                     *           "endpoint": "https://acme.example/hooks/launchscore",
                     *           "keyPrefix": "text",
                     *           "keyLabel": "text",
                     *           "active": true,
                     *           "disabledReason": "owner",
                     *           "pausedUntil": "2026-11-22T12:00:00.000Z",
                     *           "failingSince": "2026-11-22T12:00:00.000Z",
                     *           "lastSuccessAt": "2026-11-22T12:00:00.000Z",
                     *           "lastFailureAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "asOf": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FailingWebhooks"];
                };
            };
        };
    };
    listAdminIncidents: {
        parameters: {
            query?: {
                /** @description The maximum number of items, 1 to 50; defaults to 25 */
                limit?: number;
                /** @description the `nextCursor` of an earlier response, unchanged */
                cursor?: string;
                /** @description Defaults to both */
                state?: "open" | "resolved";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "incidents": [
                     *         {
                     *           "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *           "title": "text",
                     *           "impact": "minor",
                     *           "openedAt": "2026-11-22T12:00:00.000Z",
                     *           "resolvedAt": "2026-11-22T12:00:00.000Z",
                     *           "updates": [
                     *             {
                     *               "kind": "opened",
                     *               "body": "text",
                     *               "actor": "text",
                     *               "postedAt": "2026-11-22T12:00:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "limit": 1,
                     *       "nextCursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminIncidents"];
                };
            };
        };
    };
    openIncident: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "text",
                 *       "body": "text",
                 *       "impact": "minor"
                 *     }
                 */
                "application/json": components["schemas"]["NewIncident"];
            };
        };
        responses: {
            /** @description The new incident */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "title": "text",
                     *       "impact": "minor",
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "resolvedAt": "2026-11-22T12:00:00.000Z",
                     *       "updates": [
                     *         {
                     *           "kind": "opened",
                     *           "body": "text",
                     *           "actor": "text",
                     *           "postedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AdminIncident"];
                };
            };
        };
    };
    updateIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an incident */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "text"
                 *     }
                 */
                "application/json": components["schemas"]["NewIncidentUpdate"];
            };
        };
        responses: {
            /** @description The incident with its updates */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "title": "text",
                     *       "impact": "minor",
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "resolvedAt": "2026-11-22T12:00:00.000Z",
                     *       "updates": [
                     *         {
                     *           "kind": "opened",
                     *           "body": "text",
                     *           "actor": "text",
                     *           "postedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AdminIncident"];
                };
            };
        };
    };
    resolveIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the id of an incident */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "text"
                 *     }
                 */
                "application/json": components["schemas"]["IncidentResolution"];
            };
        };
        responses: {
            /** @description The incident with its updates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a20193-38c6-7b0c-9572-29555c61970c",
                     *       "title": "text",
                     *       "impact": "minor",
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "resolvedAt": "2026-11-22T12:00:00.000Z",
                     *       "updates": [
                     *         {
                     *           "kind": "opened",
                     *           "body": "text",
                     *           "actor": "text",
                     *           "postedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AdminIncident"];
                };
            };
        };
    };
    dispatchWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the round */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "claimed": 1,
                     *       "delivered": 1,
                     *       "retried": 1,
                     *       "failed": 1,
                     *       "deferred": 1
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTick"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready: send requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "checks": {
                     *         "database": "ok",
                     *         "databaseFault": "disk_full",
                     *         "breakers": {},
                     *         "budgets": {},
                     *         "attester": {
                     *           "state": "ok",
                     *           "chainId": 1,
                     *           "contract": "text",
                     *           "attester": "text",
                     *           "balanceWei": "text",
                     *           "checkedAt": "2026-11-22T12:00:00.000Z"
                     *         },
                     *         "draining": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Ready"];
                };
            };
        };
    };
    scoreCreated: {
        parameters: {
            query?: never;
            header?: {
                /** @description The name of the event */
                "X-Launchscore-Event"?: string;
                /** @description The id of the delivery, `dlv_…`. It is not signed: deduplicate by the `id` of the body */
                "X-Launchscore-Delivery"?: string;
                /** @description `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` under the secret */
                "X-Launchscore-Signature"?: string;
                /** @description The Unix time in seconds: reject it when it is more than 300 seconds off */
                "X-Launchscore-Timestamp"?: string;
                /** @description With the format `standard-webhooks`: the id of the delivery */
                "webhook-id"?: string;
                /** @description With the format `standard-webhooks`: the Unix time in seconds */
                "webhook-timestamp"?: string;
                /** @description With the format `standard-webhooks`: `v1,` and the signature in base64 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                 *       "event": "score.created",
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "scoreId": "01a20193-38c6-7b0c-9572-29555c61970c",
                 *         "aggregate": 1,
                 *         "band": "green",
                 *         "hasStubs": true,
                 *         "contractAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *         "createdAt": "2026-11-22T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @constant */
                    event: "score.created";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        scoreId: string;
                        aggregate: number;
                        /** @enum {string} */
                        band: "green" | "amber" | "red";
                        hasStubs: boolean;
                        /** @description The token’s contract in EIP-55 form, null when none was given */
                        contractAddress: string | null;
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    enrollmentCreated: {
        parameters: {
            query?: never;
            header?: {
                /** @description The name of the event */
                "X-Launchscore-Event"?: string;
                /** @description The id of the delivery, `dlv_…`. It is not signed: deduplicate by the `id` of the body */
                "X-Launchscore-Delivery"?: string;
                /** @description `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` under the secret */
                "X-Launchscore-Signature"?: string;
                /** @description The Unix time in seconds: reject it when it is more than 300 seconds off */
                "X-Launchscore-Timestamp"?: string;
                /** @description With the format `standard-webhooks`: the id of the delivery */
                "webhook-id"?: string;
                /** @description With the format `standard-webhooks`: the Unix time in seconds */
                "webhook-timestamp"?: string;
                /** @description With the format `standard-webhooks`: `v1,` and the signature in base64 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                 *       "event": "enrollment.created",
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                 *         "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                 *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *         "scheduledFor": "2026-11-22T12:00:00.000Z",
                 *         "enrolledAt": "2026-11-22T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @constant */
                    event: "enrollment.created";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        enrollmentId: string;
                        /** Format: uuid */
                        scoreRequestId: string;
                        /** @description In EIP-55 form */
                        creatorAddress: string;
                        /** Format: date-time */
                        scheduledFor: string | null;
                        /** Format: date-time */
                        enrolledAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    attestationPublished: {
        parameters: {
            query?: never;
            header?: {
                /** @description The name of the event */
                "X-Launchscore-Event"?: string;
                /** @description The id of the delivery, `dlv_…`. It is not signed: deduplicate by the `id` of the body */
                "X-Launchscore-Delivery"?: string;
                /** @description `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` under the secret */
                "X-Launchscore-Signature"?: string;
                /** @description The Unix time in seconds: reject it when it is more than 300 seconds off */
                "X-Launchscore-Timestamp"?: string;
                /** @description With the format `standard-webhooks`: the id of the delivery */
                "webhook-id"?: string;
                /** @description With the format `standard-webhooks`: the Unix time in seconds */
                "webhook-timestamp"?: string;
                /** @description With the format `standard-webhooks`: `v1,` and the signature in base64 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                 *       "event": "attestation.published",
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "attestationId": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                 *         "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                 *         "subject": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                 *         "schemaId": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                 *         "digest": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                 *         "txHash": "0x5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e92a0465f",
                 *         "chainId": 1
                 *       }
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @constant */
                    event: "attestation.published";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** @description The attestation’s UID in the EAS contract; a chain reorganisation can change it */
                        attestationId: string;
                        /** Format: uuid */
                        scoreRequestId: string;
                        /** @description The creator’s wallet, in EIP-55 form */
                        subject: string;
                        /** @description The schema UID */
                        schemaId: string;
                        /** @description keccak-256 of the score’s canonical JSON (RFC 8785) */
                        digest: string;
                        /** @description The transaction hash */
                        txHash: string;
                        chainId: number;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    launchScheduled: {
        parameters: {
            query?: never;
            header?: {
                /** @description The name of the event */
                "X-Launchscore-Event"?: string;
                /** @description The id of the delivery, `dlv_…`. It is not signed: deduplicate by the `id` of the body */
                "X-Launchscore-Delivery"?: string;
                /** @description `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` under the secret */
                "X-Launchscore-Signature"?: string;
                /** @description The Unix time in seconds: reject it when it is more than 300 seconds off */
                "X-Launchscore-Timestamp"?: string;
                /** @description With the format `standard-webhooks`: the id of the delivery */
                "webhook-id"?: string;
                /** @description With the format `standard-webhooks`: the Unix time in seconds */
                "webhook-timestamp"?: string;
                /** @description With the format `standard-webhooks`: `v1,` and the signature in base64 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                 *       "event": "launch.scheduled",
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                 *         "scheduledFor": "2026-11-22T12:00:00.000Z",
                 *         "updatedAt": "2026-11-22T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @constant */
                    event: "launch.scheduled";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        scoreRequestId: string;
                        /**
                         * Format: date-time
                         * @description null when the time was removed
                         */
                        scheduledFor: string | null;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    graduationOccurred: {
        parameters: {
            query?: never;
            header?: {
                /** @description The name of the event */
                "X-Launchscore-Event"?: string;
                /** @description The id of the delivery, `dlv_…`. It is not signed: deduplicate by the `id` of the body */
                "X-Launchscore-Delivery"?: string;
                /** @description `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` under the secret */
                "X-Launchscore-Signature"?: string;
                /** @description The Unix time in seconds: reject it when it is more than 300 seconds off */
                "X-Launchscore-Timestamp"?: string;
                /** @description With the format `standard-webhooks`: the id of the delivery */
                "webhook-id"?: string;
                /** @description With the format `standard-webhooks`: the Unix time in seconds */
                "webhook-timestamp"?: string;
                /** @description With the format `standard-webhooks`: `v1,` and the signature in base64 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                 *       "event": "graduation.occurred",
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "scoreRequestId": "01a20193-38c6-7b0c-9572-29555c61970c",
                 *         "enrollmentId": "01a20193-38c6-7b0c-9572-29555c61970c",
                 *         "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *         "tokenAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
                 *         "chainId": 1,
                 *         "aggregate": 1,
                 *         "band": "green",
                 *         "tradingSince": "2026-11-22T12:00:00.000Z",
                 *         "graduatedAt": "2026-11-22T12:00:00.000Z",
                 *         "leastDepth": 1,
                 *         "rules": "text"
                 *       }
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @constant */
                    event: "graduation.occurred";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        scoreRequestId: string;
                        /**
                         * Format: uuid
                         * @description null when the launch is not enrolled
                         */
                        enrollmentId: string | null;
                        /** @description In EIP-55 form */
                        creatorAddress: string;
                        /** @description In EIP-55 form */
                        tokenAddress: string;
                        chainId: number;
                        aggregate: number;
                        /** @enum {string} */
                        band: "green" | "amber" | "red";
                        /** Format: date-time */
                        tradingSince: string;
                        /**
                         * Format: date-time
                         * @description The time of the observation that completed the seven days
                         */
                        graduatedAt: string;
                        /** @description The least depth of the seven days, in US dollars */
                        leastDepth: number;
                        /** @description The version of the rules that decided the result */
                        rules: string;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookDisabled: {
        parameters: {
            query?: never;
            header?: {
                /** @description The name of the event */
                "X-Launchscore-Event"?: string;
                /** @description The id of the delivery, `dlv_…`. It is not signed: deduplicate by the `id` of the body */
                "X-Launchscore-Delivery"?: string;
                /** @description `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` under the secret */
                "X-Launchscore-Signature"?: string;
                /** @description The Unix time in seconds: reject it when it is more than 300 seconds off */
                "X-Launchscore-Timestamp"?: string;
                /** @description With the format `standard-webhooks`: the id of the delivery */
                "webhook-id"?: string;
                /** @description With the format `standard-webhooks`: the Unix time in seconds */
                "webhook-timestamp"?: string;
                /** @description With the format `standard-webhooks`: `v1,` and the signature in base64 */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                 *       "event": "webhook.disabled",
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "subscriptionId": "sub_5f3b8c1d7e92a0465f3b8c1d7e92a046",
                 *         "endpoint": "https://acme.example/hooks/launchscore",
                 *         "disabledReason": "owner",
                 *         "disabledAt": "2026-11-22T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @constant */
                    event: "webhook.disabled";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        subscriptionId: string;
                        endpoint: string;
                        /** @enum {string} */
                        disabledReason: "owner" | "operator" | "key_revoked" | "gone" | "failing";
                        /** Format: date-time */
                        disabledAt: string;
                    };
                };
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
