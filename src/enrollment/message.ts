interface MessageFields {
  serviceName: string
  /** Lower case. */
  scoreId: string
  /** In the case that the message shows. */
  creatorAddress: string
  /** Limits a signature to one deployment. */
  domain: string
}

/** The four lines that a creator signs to enroll a score (D25). */
export const buildEnrollmentMessage = ({ serviceName, scoreId, creatorAddress, domain }: MessageFields): string =>
  [`${serviceName} Enrollment`, `Score: ${scoreId}`, `Creator: ${creatorAddress}`, `Domain: ${domain}`].join('\n')
