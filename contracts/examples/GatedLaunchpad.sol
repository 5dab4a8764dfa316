// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Band, LaunchscoreReader, Score} from "../LaunchscoreReader.sol";

/// @title A launchpad that creates tokens only for creators with an attested score of at least amber
/// @notice A score counts for one launch. The attestation names the creator and no token: a creator who has several scores can
/// use any of them.
contract GatedLaunchpad {
    LaunchscoreReader public immutable reader;
    mapping(bytes32 scoreKey => bool) public isUsed;

    event Launched(address indexed creator, bytes32 indexed scoreKey, string name, string symbol);

    error AlreadyUsed();

    constructor(LaunchscoreReader reader_) {
        reader = reader_;
    }

    /// @param uid `attestationId` of the score, from the API
    function launch(string calldata name, string calldata symbol, bytes32 uid) external {
        Score memory score = reader.check(uid, msg.sender, Band.Amber, 7 days);
        if (isUsed[score.scoreKey]) revert AlreadyUsed();
        isUsed[score.scoreKey] = true;
        emit Launched(msg.sender, score.scoreKey, name, symbol);
    }
}
