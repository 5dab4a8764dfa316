interface Enrolling {
  serviceName: string
  /** Lower case. */
  scoreId: string
  /** In the form that the line shall hold. */
  creatorAddress: string
  /** Keeps a signature from being used with another deployment. */
  domain: string
}

/** The four lines that a creator signs to enroll a score (D25). */
export const enrollmentMessage = ({ serviceName, scoreId, creatorAddress, domain }: Enrolling): string =>
  [`${serviceName} Enrollment`, `Score: ${scoreId}`, `Creator: ${creatorAddress}`, `Domain: ${domain}`].join('\n')
