/** Replaced in a moment. */
export function LicensePage() {
  return null
}
