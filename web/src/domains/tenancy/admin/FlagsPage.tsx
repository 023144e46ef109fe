/** Replaced in a moment. */
export function FlagsPage() {
  return null
}
