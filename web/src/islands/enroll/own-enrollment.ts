const name = 'enrolled'

/** Keeps, while this tab is open, which launch was enrolled in it. */
export function rememberEnrolled(enrollmentId: string): void {
  try {
    sessionStorage.setItem(name, enrollmentId)
  } catch {
    // some browsers keep nothing
  }
}

/** Whether the launch was enrolled in this tab: a visitor with a copied link has not enrolled it. */
export function isOwnEnrollment(enrollmentId: string): boolean {
  try {
    return sessionStorage.getItem(name) === enrollmentId
  } catch {
    return false
  }
}
