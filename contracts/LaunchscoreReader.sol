// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// An attestation of the Ethereum Attestation Service (EAS).
struct Attestation {
    bytes32 uid;
    bytes32 schema;
    uint64 time;
    uint64 expirationTime;
    uint64 revocationTime;
    bytes32 refUID;
    address recipient;
    address attester;
    bool revocable;
    bytes data;
}

interface IEAS {
    function getAttestation(bytes32 uid) external view returns (Attestation memory);
}

interface IIndexer {
    function getEAS() external view returns (IEAS);

    function getSchemaAttesterRecipientAttestationUIDCount(bytes32 schema, address attester, address recipient)
        external
        view
        returns (uint256);

    function getSchemaAttesterRecipientAttestationUIDs(
        bytes32 schema,
        address attester,
        address recipient,
        uint256 start,
        uint256 length,
        bool reverseOrder
    ) external view returns (bytes32[] memory);
}

enum Band {
    Red,
    Amber,
    Green
}

struct Score {
    /// of the attestation
    bytes32 uid;
    /// keccak-256 of "score:v1|" and the lower-case score id
    bytes32 scoreKey;
    /// keccak-256 of the canonical JSON of the record
    bytes32 digest;
    /// the aggregate times 100: 0 to 10,000
    uint16 aggregateX100;
    Band band;
    /// when the score was attested, in seconds since 1970
    uint64 attestedAt;
}

/// @title Reads the scores that a Launchscore deployment has attested with EAS
/// @notice Has no owner, holds no value and can't be changed. It believes the attesters that it was deployed with.
contract LaunchscoreReader {
    /// EAS has no attestation with this UID.
    error NotFound();
    /// Somebody else attested this.
    error WrongAttester(address attester);
    /// The attestation isn't of a score.
    error WrongSchema(bytes32 schema);
    /// The score is of another creator.
    error WrongRecipient(address recipient);
    /// The attester has revoked the attestation.
    error Revoked(uint64 revokedAt);
    error Expired(uint64 expiredAt);
    /// The score was attested too long ago.
    error TooOld(uint64 attestedAt);
    error BandTooLow(Band band);
    error UnknownBand(string band);
    /// No score of this creator is indexed.
    error NothingIndexed(address creator);
    /// This reader was deployed without an indexer.
    error NoIndexer();
    /// The indexer belongs to another EAS contract.
    error WrongIndexer();
    error NoAttester();

    IEAS public immutable eas;
    bytes32 public immutable schema;
    /// EAS's Indexer; zero: there is none.
    IIndexer public immutable indexer;
    /// The attester of new scores comes first.
    address[] private _attesters;

    /// `latest` reads at most this many indexed attestations of each attester.
    uint256 public constant MAX_READ = 32;

    constructor(IEAS eas_, bytes32 schema_, address[] memory attesters_, IIndexer indexer_) {
        if (attesters_.length == 0) revert NoAttester();
        if (address(indexer_) != address(0) && address(indexer_.getEAS()) != address(eas_)) revert WrongIndexer();
        eas = eas_;
        schema = schema_;
        indexer = indexer_;
        _attesters = attesters_;
    }

    function attesters() external view returns (address[] memory) {
        return _attesters;
    }

    /// @notice The score in an attestation, if `creator` may rely on it; reverts otherwise.
    /// @param uid the attestation's UID: `attestationId` in the API
    /// @param creator the wallet that the score must be of
    /// @param minBand the lowest band that is accepted
    /// @param maxAge the greatest age of the attestation, in seconds
    function check(bytes32 uid, address creator, Band minBand, uint64 maxAge)
        external
        view
        returns (Score memory score)
    {
        score = read(uid, creator);
        if (block.timestamp > score.attestedAt && block.timestamp - score.attestedAt > maxAge) {
            revert TooOld(score.attestedAt);
        }
        if (score.band < minBand) revert BandTooLow(score.band);
    }

    /// @notice The score in an attestation, whatever its band and age; reverts if it is not a valid score of `creator`.
    function read(bytes32 uid, address creator) public view returns (Score memory) {
        Attestation memory found = eas.getAttestation(uid);
        if (found.uid == 0) revert NotFound();
        if (!_isAttester(found.attester)) revert WrongAttester(found.attester);
        if (found.schema != schema) revert WrongSchema(found.schema);
        if (found.recipient != creator) revert WrongRecipient(found.recipient);
        if (found.revocationTime != 0) revert Revoked(found.revocationTime);
        if (found.expirationTime != 0 && found.expirationTime <= block.timestamp) revert Expired(found.expirationTime);
        (bytes32 scoreKey, bytes32 digest, uint16 aggregateX100, string memory band,) =
            abi.decode(found.data, (bytes32, bytes32, uint16, string, string));
        return Score(uid, scoreKey, digest, aggregateX100, _toBand(band), found.time);
    }

    /// @notice The creator's most recently attested score among those that EAS's Indexer lists; reverts if there is none,
    /// and if it is revoked.
    /// @dev Anyone can index an attestation, and nobody has to: use `check` where the creator must not choose which of his
    /// scores counts.
    function latest(address creator) external view returns (Score memory) {
        if (address(indexer) == address(0)) revert NoIndexer();
        bytes32 newest;
        uint64 newestTime;
        for (uint256 n = 0; n < _attesters.length; n++) {
            bytes32[] memory uids = _listIndexed(_attesters[n], creator);
            for (uint256 i = 0; i < uids.length; i++) {
                // in the order of indexing, which need not be that of attesting
                uint64 time = eas.getAttestation(uids[i]).time;
                if (newest != 0 && time <= newestTime) continue;
                (newest, newestTime) = (uids[i], time);
            }
        }
        if (newest == 0) revert NothingIndexed(creator);
        return read(newest, creator);
    }

    function _listIndexed(address attester, address creator) private view returns (bytes32[] memory) {
        uint256 count = indexer.getSchemaAttesterRecipientAttestationUIDCount(schema, attester, creator);
        if (count == 0) return new bytes32[](0);
        uint256 length = count < MAX_READ ? count : MAX_READ;
        return indexer.getSchemaAttesterRecipientAttestationUIDs(schema, attester, creator, 0, length, true);
    }

    function _isAttester(address attester) private view returns (bool) {
        for (uint256 n = 0; n < _attesters.length; n++) {
            if (_attesters[n] == attester) return true;
        }
        return false;
    }

    function _toBand(string memory band) private pure returns (Band) {
        bytes32 hashed = keccak256(bytes(band));
        if (hashed == keccak256("green")) return Band.Green;
        if (hashed == keccak256("amber")) return Band.Amber;
        if (hashed == keccak256("red")) return Band.Red;
        revert UnknownBand(band);
    }
}
