/** Replaced in a moment. */
export function AccountMailPage() {
  return null
}
/** Replaced in a moment. */
export function InstallationMailPage() {
  return null
}
