/** Whether the user name and the password of a URL are percent-encoded text. */
export function canDecodeCredentials({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}
